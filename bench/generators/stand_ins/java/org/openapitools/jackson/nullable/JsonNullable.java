package org.openapitools.jackson.nullable;

import java.util.NoSuchElementException;
import java.util.Objects;

/** A value that may be null, or absent. */
public final class JsonNullable<T> {
  private static final JsonNullable<?> UNDEFINED = new JsonNullable<>(null, false);
  private final T value;
  private final boolean isPresent;

  private JsonNullable(T value, boolean isPresent) {
    this.value = value;
    this.isPresent = isPresent;
  }

  @SuppressWarnings("unchecked")
  public static <T> JsonNullable<T> undefined() {
    return (JsonNullable<T>) UNDEFINED;
  }

  public static <T> JsonNullable<T> of(T value) {
    return new JsonNullable<>(value, true);
  }

  public boolean isPresent() {
    return isPresent;
  }

  public T get() {
    if (!isPresent) {
      throw new NoSuchElementException();
    }
    return value;
  }

  public T orElse(T other) {
    return isPresent ? value : other;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JsonNullable<?> that && isPresent == that.isPresent && Objects.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(value, isPresent);
  }
}
