package org.openapitools.jackson.nullable;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;

/** Reads and writes JsonNullable. */
public class JsonNullableModule extends SimpleModule {
  @SuppressWarnings({"rawtypes", "unchecked"})
  public JsonNullableModule() {
    addDeserializer(JsonNullable.class, new Reader(null));
    addSerializer(JsonNullable.class, (JsonSerializer) new Writer());
  }

  @SuppressWarnings("rawtypes")
  private static class Reader extends JsonDeserializer<JsonNullable> implements ContextualDeserializer {
    private final JavaType type;

    Reader(JavaType type) {
      this.type = type;
    }

    @Override
    public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
      JavaType whole = property == null ? context.getContextualType() : property.getType();
      return new Reader(whole.containedTypeOrUnknown(0));
    }

    @Override
    public JsonNullable deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      return JsonNullable.of(context.readValue(parser, type));
    }

    @Override
    public JsonNullable getNullValue(DeserializationContext context) {
      return JsonNullable.of(null);
    }

    @Override
    public Object getAbsentValue(DeserializationContext context) {
      return JsonNullable.undefined();
    }
  }

  @SuppressWarnings("rawtypes")
  private static class Writer extends JsonSerializer<JsonNullable> {
    @Override
    public void serialize(JsonNullable value, JsonGenerator out, SerializerProvider provider) throws IOException {
      provider.defaultSerializeValue(value.orElse(null), out);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, JsonNullable value) {
      return value == null || !value.isPresent();
    }
  }
}
