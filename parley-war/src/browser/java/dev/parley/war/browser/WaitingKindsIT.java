package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each way in which something waits for a person: to them, or to people in general, and where. */
class WaitingKindsIT extends WaitingPage {
  private static final String QUESTION_TO_ME = "Which port is free?";
  private static final String QUESTION_TO_ALL = "Who has the key?";
  private static final String QUESTION_TO_PEOPLE = "Who decides?";
  private static final String TO_ME = "The branch is ready.";
  private static final String TO_PEOPLE = "The disk is nearly full.";
  private static final String MENTION_OF_ME = "Is that so, @guest?";
  private static final String MENTION_OF_PEOPLE = "@human, is it time?";
  private static final String IN_DURABLE_ROOM = "@guest, look at the plan";
  private static final String REVIEW_OF_ME = "mine.md";
  private static final String REVIEW_OF_PEOPLE = "anyone.md";
  private static final String TASK_FOR_ME = "Decide the format";
  private static final String TASK_FOR_PEOPLE = "Name the release";

  private static final List<String> TWELVE =
      List.of(
          QUESTION_TO_ME,
          QUESTION_TO_ALL,
          QUESTION_TO_PEOPLE,
          TO_ME,
          TO_PEOPLE,
          MENTION_OF_ME,
          MENTION_OF_PEOPLE,
          IN_DURABLE_ROOM,
          REVIEW_OF_ME,
          REVIEW_OF_PEOPLE,
          TASK_FOR_ME,
          TASK_FOR_PEOPLE);

  /** The room of the thirteenth: an ephemeral room keeps no words by which to find the item. */
  private static final String EPHEMERAL = "#lobby";

  /** Sends a message of an agent that says nothing else: its next words could end the wait. */
  private void say(String agent, String to, String content) {
    RawMcp client = run.agent(agent);
    if (to.isEmpty()) {
      client.tool("send_message", "agent_id", agent, "content", content).accepted();
    } else {
      client.tool("send_message", "agent_id", agent, "to", to, "content", content).accepted();
    }
  }

  private void asksForReview(String name, String reviewer) {
    String artifact = run.artifact(name, "design", "# " + name);
    run.builder
        .tool(
            "request_review", "agent_id", "builder", "artifact_id", artifact, "reviewer", reviewer)
        .accepted();
  }

  private void everyKindWaits() {
    say("asker-1", "guest", "end:waiting | " + QUESTION_TO_ME);
    say("asker-2", "", "end:waiting | " + QUESTION_TO_ALL);
    say("asker-3", "human", "end:waiting | " + QUESTION_TO_PEOPLE);
    say("writer-1", "guest", TO_ME);
    say("writer-2", "user", TO_PEOPLE);
    say("speaker-1", "", MENTION_OF_ME);
    say("speaker-2", "", MENTION_OF_PEOPLE);
    run.lead.tool("parley_post", "topic", "planning", "content", IN_DURABLE_ROOM).accepted();
    asksForReview(REVIEW_OF_ME, "guest");
    asksForReview(REVIEW_OF_PEOPLE, "human");
    run.task(TASK_FOR_ME, "high", "guest");
    run.task(TASK_FOR_PEOPLE, "low", "person");
    RawMcp host = run.agent("host");
    host.tool("join_room", "room", "lobby", "nickname", "host").accepted();
    host.tool("send_message", "room", "lobby", "body", "@guest, come in").accepted();
  }

  private static void areAll(OpenPage page, int more) {
    counts(page, TWELVE.size() + more);
    TWELVE.forEach(words -> item(page, words).waitFor());
  }

  private static void answer(OpenPage page, String words, String answer) {
    item(page, words).locator("textarea").fill(answer);
    item(page, words).locator("textarea").press("Enter");
    isGone(page, words);
  }

  private static void press(OpenPage page, String words, String name) {
    button(page, words, name).click();
    isGone(page, words);
  }

  @Test
  void eachKind_isThereAfterAReloadAndARestart_actsAndGoes_atBothBrowsers() {
    try (OpenPage first = page(Look.LIGHT);
        OpenPage second = page(Look.DARK)) {
      first.at("health");
      counts(first, 0);
      everyKindWaits();
      open(first);
      areAll(first, 1);
      item(first, EPHEMERAL).waitFor();
      assertThat(item(first, QUESTION_TO_ALL).innerText()).contains("for everyone");
      assertThat(item(first, QUESTION_TO_ME).innerText()).doesNotContain("for everyone");
      first.screenshot("waiting-kinds-light");
      answer(first, EPHEMERAL, "I am coming.");
      first.page().reload();
      first.live();
      open(first);
      areAll(first, 0);
      second.at("rooms/planning");
      open(second);
      areAll(second, 0);
      place.stop();
      place.startAgain();
      first.page().reload();
      first.live();
      open(first);
      areAll(first, 0);
      second.page().reload();
      second.live();
      open(second);

      answer(first, QUESTION_TO_ME, "8080.");
      answer(first, QUESTION_TO_ALL, "I have.");
      press(first, QUESTION_TO_PEOPLE, "Dismiss");
      press(first, TO_ME, "Mark as read");
      answer(first, TO_PEOPLE, "I make room.");
      press(first, MENTION_OF_ME, "Mark as read");
      press(first, MENTION_OF_PEOPLE, "Mark as read");
      answer(first, IN_DURABLE_ROOM, "I look at it.");
      item(first, REVIEW_OF_ME).locator("textarea").fill("Name its owner.");
      press(first, REVIEW_OF_ME, "Request changes");
      press(first, REVIEW_OF_PEOPLE, "Approve");
      press(first, TASK_FOR_ME, "Take");
      press(first, TASK_FOR_PEOPLE, "Dismiss");
      counts(first, 0);
      counts(second, 0);
      TWELVE.forEach(words -> isGone(second, words));
    }
  }
}
