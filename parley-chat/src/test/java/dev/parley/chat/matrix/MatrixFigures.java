package dev.parley.chat.matrix;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.ChatFigures;
import dev.parley.message.TopicName;
import tools.jackson.databind.node.ObjectNode;

/** The figures over the emulated Matrix. */
class MatrixFigures extends ChatFigures {
  @Override
  protected ChatEmulation newEmulation() {
    return new MatrixEmulation();
  }

  @Override
  protected void writeFormatted(ChatEmulation emulation, TopicName topic, String person) {
    MatrixEmulation matrix = (MatrixEmulation) emulation;
    String user = matrix.person(person);
    ObjectNode content = MatrixJson.object().put("msgtype", "m.text");
    content.put("body", "I like **JSON**, parley: see `parser.ts` & <b>.");
    content.put("format", "org.matrix.custom.html");
    content.put(
        "formatted_body",
        "I like <strong>JSON</strong>, <a href=\"https://matrix.to/#/"
            + MatrixEmulation.PARLEY
            + "\">parley</a>: see <code>parser.ts</code> &amp; &lt;b&gt;.");
    content.putObject("m.mentions").putArray("user_ids").add(MatrixEmulation.PARLEY);
    matrix.emulator().world().write(matrix.roomOf(topic, user), user, content);
  }
}
