package dev.parley.war.nodes;

import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.ToolAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** The ids of the messages of one topic in the order one agent was given them, up to the last. */
public final class Heard {
  /** What the last message says. */
  public static final String LAST = "that was all";

  private static final long PAUSE_NANOS = 50_000_000;

  private final List<String> ids = new ArrayList<>();
  private final List<Long> positions = new ArrayList<>();
  private int interruptions;

  private Heard() {}

  /** Read by cursor from wherever there is a node. */
  public static Heard read(Roamer agent, String topic) {
    Heard heard = new Heard();
    String since = "0";
    boolean more = true;
    while (more) {
      ToolAnswer answer =
          agent.tool(
              "parley_fetch_recent",
              "topic",
              topic,
              "since",
              since,
              "limit",
              200,
              "block_ms",
              2_000);
      if (answer.refused()) {
        heard.interrupted(answer);
      } else {
        since = answer.get("nextCursor");
        for (JsonNode message : answer.fields().get("messages")) {
          more = more && !message.get("content").asString().equals(LAST);
          heard.add(message.get("backendMsgId").asString(), message.get("seq").asLong());
        }
      }
    }
    return heard;
  }

  /** Pushed by one node, whose stream is opened again where it broke off. */
  public static Heard pushed(RawMcp client) {
    Heard heard = new Heard();
    boolean more = true;
    while (more) {
      PushedEvent event = client.stream().within(Duration.ofMillis(500));
      if (event != null) {
        more = !event.content().equals(LAST);
        heard.add(event.meta("message_id"), event.meta("seq").isEmpty() ? -1 : event.seq());
      } else if (client.stream().isEnded()) {
        heard.interruptions++;
        client.listen(client.stream().lastId());
      }
    }
    return heard;
  }

  /** An agent in the room, with its event stream open. */
  public static RawMcp listener(TestNode node, String agent, String topic) {
    RawMcp client = node.stranger().header("Parley-Agent", agent).begin();
    client.tool("join_room", "room", topic, "nickname", agent).accepted();
    client.listen();
    return client;
  }

  private void interrupted(ToolAnswer refusal) {
    Refused.check(refusal);
    interruptions++;
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private void add(String id, long position) {
    ids.add(id);
    positions.add(position);
  }

  /** The ids of the messages. */
  public List<String> ids() {
    return ids;
  }

  List<Long> positions() {
    return positions;
  }

  /** How often it was refused, or its stream broke off. */
  int interruptions() {
    return interruptions;
  }
}
