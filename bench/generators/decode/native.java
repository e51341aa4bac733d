// Decodes recorded answers with the generated types and encodes them again: "kind JSON" a line in, JSON or "!error" out.

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
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

  public static void main(String[] arguments) throws Exception {
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
