package dev.parley.engine.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fuzz.FuzzContract;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TeamUnusable;
import dev.parley.problem.TextLimits;
import dev.parley.team.Persona;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A team file is refused in one line that names a line of it, or has personas within the limits. A
 * node that is written again as JSON is read as the same node.
 */
class TeamFileFuzzTest extends FuzzContract {
  private static final HomeFile POOL = new HomeFile(Path.of("."), "agents.pool.yml");
  private static final HomeFile TEAM = new HomeFile(Path.of("."), "session-agents-s.yml");
  private static final ToolNames TOOLS = ToolNames.of(Set.of("ask", "claim_task"));
  private static final Logger LOG = Logger.getLogger(TeamFile.class.getName());
  private static final int MAX_WRITTEN = 1 << 16;
  private static final int MAX_REFUSAL = 2_000;

  TeamFileFuzzTest() {
    LOG.setLevel(Level.OFF); // it warns of every unknown key
  }

  @Override
  protected void check(byte[] input) {
    String[] files;
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(input)).toString();
      files = text.split("\n%%%\n", 2);
    } catch (CharacterCodingException noText) {
      return; // a file is decoded before anything else sees it
    }
    checkNode(files[0]);
    Optional<TeamFile> pool =
        accepted(files[0], () -> TeamFile.pool(POOL, files[0], TOOLS)).flatMap(file -> file);
    pool.ifPresent(TeamFileFuzzTest::checkPersonas);
    String team = files[files.length - 1];
    accepted(team, () -> TeamFile.team(TEAM, team, pool, TOOLS))
        .ifPresent(TeamFileFuzzTest::checkPersonas);
  }

  private static <T> Optional<T> accepted(String text, Supplier<T> file) {
    try {
      return Optional.of(file.get());
    } catch (ParleyException refused) {
      assertThat(refused.problem()).isInstanceOf(TeamUnusable.class);
      TeamUnusable unusable = (TeamUnusable) refused.problem();
      int line = unusable.line().orElseThrow();
      assertThat(line).isBetween(1, lines(text) + 1);
      assertThat(unusable.message()).hasSizeLessThan(MAX_REFUSAL);
      assertThat(unusable.message().chars().noneMatch(Character::isISOControl)).isTrue();
      return Optional.empty();
    }
  }

  /** Counts the lines by any end of a line that YAML 1.2 or 1.1 knows. */
  private static int lines(String text) {
    return (int) text.chars().filter(c -> "\n\r\u0085\u2028\u2029".indexOf(c) >= 0).count() + 1;
  }

  private static void checkPersonas(TeamFile file) {
    List<Persona> personas = file.personas();
    assertThat(personas).hasSizeLessThanOrEqualTo(DocumentReader.MAX_AGENTS);
    for (Persona persona : personas) {
      assertThat(persona.name()).isNotBlank();
      assertThat(persona.emoji()).isNotBlank();
      assertThat(persona.tools()).allMatch(TOOLS::allow);
      for (String text : List.of(persona.name(), persona.emoji(), persona.systemPrompt())) {
        String same = TextLimits.text("text", text, Integer.MAX_VALUE);
        assertThat(same).isNotBlank();
      }
    }
  }

  private static void checkNode(String text) {
    Optional<YamlNode> node;
    try {
      node = YamlReader.read(text);
    } catch (TeamFileException refused) {
      assertThat(refused.line()).isPositive();
      return;
    }
    StringBuilder json = new StringBuilder();
    if (node.isPresent() && write(json, node.get())) {
      StringBuilder again = new StringBuilder();
      assertThat(write(again, YamlReader.read(json.toString()).orElseThrow())).isTrue();
      assertThat(again.toString()).isEqualTo(json.toString());
    }
  }

  /** Returns false where it gets too long, as aliases can make it. */
  private static boolean write(StringBuilder json, YamlNode node) {
    if (json.length() > MAX_WRITTEN) {
      return false;
    }
    if (node instanceof YamlNode.Scalar scalar) {
      json.append(
          switch (scalar.meaning()) {
            case TEXT -> quoted(scalar.text());
            case NOTHING -> "null";
            case TRUE -> "true";
            case FALSE -> "false";
            case NUMBER -> scalar.text();
          });
    } else if (node instanceof YamlNode.Items items) {
      json.append('[');
      for (YamlNode item : items.nodes()) {
        if (!write(json, item)) {
          return false;
        }
        json.append(", ");
      }
      json.append(']');
    } else if (node instanceof YamlNode.Fields fields) {
      json.append('{');
      for (var field : fields.byKey().entrySet()) {
        json.append("? ").append(quoted(field.getKey())).append(" : ");
        if (!write(json, field.getValue().value())) {
          return false;
        }
        json.append(", ");
      }
      json.append('}');
    }
    return true;
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain = c >= ' ' && c < 0x7f && c != '"' && c != '\\';
      quoted.append(plain ? Character.toString(c) : "\\u%04x".formatted((int) c));
    }
    return quoted.append('"').toString();
  }
}
