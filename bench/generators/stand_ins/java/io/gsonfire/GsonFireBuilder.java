package io.gsonfire;

import com.google.gson.GsonBuilder;

/** Enough of gson-fire for documents without discriminators. */
public class GsonFireBuilder {
  public GsonBuilder createGsonBuilder() {
    return new GsonBuilder();
  }
}
