package io.gsonfire;

import com.google.gson.JsonElement;

/** The class that an object is read as. */
public interface TypeSelector<T> {
  Class<? extends T> getClassForElement(JsonElement element);
}
