package dev.parley.chat.slack;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.ChatFigures;
import dev.parley.chat.ChatSystem;
import dev.parley.message.TopicName;
import java.util.Optional;

/** The figures over the emulated Slack. */
final class SlackFigures extends ChatFigures {
  @Override
  protected ChatEmulation newEmulation() throws Exception {
    return new SlackEmulation();
  }

  @Override
  protected ChatSystem usualSystem(ChatEmulation emulation) {
    SlackEmulation slack = (SlackEmulation) emulation;
    return slack.system(slack.app(), "slack://workspace?create=on", SlackTimes.DEFAULT);
  }

  /** {@inheritDoc} It has an app of its own: an event goes to one socket of an app. */
  @Override
  protected Optional<ChatSystem> otherSystem(ChatEmulation emulation) {
    SlackEmulation slack = (SlackEmulation) emulation;
    return Optional.of(
        slack.system(
            slack.emulator().workspace().install("other"),
            "slack://workspace?create=on&trusted=" + slack.app().user,
            SlackTimes.DEFAULT));
  }

  @Override
  protected void writeFormatted(ChatEmulation emulation, TopicName topic, String person) {
    SlackEmulation slack = (SlackEmulation) emulation;
    SlackEmulatorWorkspace workspace = slack.emulator().workspace();
    String text = "I like *JSON*, <@" + slack.app().user + ">: see `parser.ts` &amp; &lt;b&gt;.";
    synchronized (workspace) {
      workspace.add(
          slack.channel(topic), SlackEmulatorWorkspace.message(workspace.person(person), text));
    }
  }
}
