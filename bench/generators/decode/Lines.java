// Asks Decode, of one library, for recorded answers: "kind JSON" a line in, JSON or "!error" out.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;

public class Lines {
  public static void main(String[] arguments) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int space = line.indexOf(' ');
      try {
        out.println(Decode.again(line.substring(0, space), line.substring(space + 1)));
      } catch (Exception error) {
        out.println("!" + String.valueOf(error.getMessage()).replace("\n", " "));
      }
    }
  }
}
