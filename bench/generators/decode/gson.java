// Decodes an answer with the generated types and encodes it again; Lines.java asks it.

import org.openapitools.client.JSON;
import org.openapitools.client.model.*;

public class Decode {
  static {
    JSON.getGson();
  }

  static String again(String kind, String text) throws Exception {
    return switch (kind) {
      case "created" -> __created__.fromJson(text).toJson();
      case "answer" -> __answer__.fromJson(text).toJson();
      case "view" -> __view__.fromJson(text).toJson();
      default -> __event__.fromJson(text).toJson();
    };
  }
}
