// Decodes an answer with the generated types and encodes it again; Lines.java asks it.

import com.fasterxml.jackson.databind.ObjectMapper;
import org.openapitools.client.ApiClient;
import org.openapitools.client.model.*;

public class Decode {
  static final ObjectMapper MAPPER = ApiClient.createDefaultObjectMapper();

  static String again(String kind, String text) throws Exception {
    Object value = switch (kind) {
      case "created" -> MAPPER.readValue(text, __created__.class);
      case "answer" -> MAPPER.readValue(text, __answer__.class);
      case "view" -> MAPPER.readValue(text, __view__.class);
      default -> MAPPER.readValue(text, __event__.class);
    };
    return MAPPER.writeValueAsString(value);
  }
}
