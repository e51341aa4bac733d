// Decodes recorded answers with the generated types and encodes them again: "kind JSON" a line in, JSON or "!error" out.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.openapitools.client.JSON;
import org.openapitools.client.model.*;

public class Decode {
  static String again(String kind, String text) throws Exception {
    return switch (kind) {
      case "created" -> __created__.fromJson(text).toJson();
      case "answer" -> __answer__.fromJson(text).toJson();
      case "view" -> __view__.fromJson(text).toJson();
      default -> __event__.fromJson(text).toJson();
    };
  }

  public static void main(String[] arguments) throws Exception {
    JSON.getGson();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    java.io.PrintStream out = new java.io.PrintStream(System.out, true, "UTF-8");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int space = line.indexOf(' ');
      try {
        out.println(again(line.substring(0, space), line.substring(space + 1)));
      } catch (Exception error) {
        out.println("!" + String.valueOf(error.getMessage()).replace("\n", " "));
      }
    }
  }
}
