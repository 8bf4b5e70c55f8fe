package dev.parley.chat.slack;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Sockets that end at moments at which their end is easily lost. */
@Tag("chat")
final class SlackStreamTest {
  private static final TopicName PLANNING =
      TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));

  /** A time within which an end arrives. */
  private static final long ARRIVAL_MILLIS = 300;

  private SlackEmulation emulation;
  private SlackStream stream;

  @BeforeEach
  void start() throws InterruptedException {
    emulation = new SlackEmulation();
  }

  @AfterEach
  void stop() {
    stream.close();
    emulation.close();
  }

  private void connect(SlackSink sink) {
    SlackCalls calls =
        new SlackCalls(
            emulation.emulator().api().toString(),
            emulation.app().tokens().app(),
            SlackTokens.APP,
            SlackEmulation.QUICK.call());
    stream = new SlackStream(calls, SlackEmulation.QUICK, sink);
    stream.connect();
  }

  private void cutAndWait() {
    emulation.cut();
    pause();
  }

  private static void pause() {
    try {
      Thread.sleep(ARRIVAL_MILLIS);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** Counts what comes, and then does what the test wants, on the thread that reads. */
  private static class CountingSink implements SlackSink {
    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger interruptions = new AtomicInteger();
    final AtomicInteger events = new AtomicInteger();

    @Override
    public CompletableFuture<Void> connected() {
      return passed(connections.incrementAndGet());
    }

    @SuppressWarnings("unused") // read by those that override it
    CompletableFuture<Void> passed(int connection) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void take(JsonNode payload) {
      took(events.incrementAndGet());
    }

    @SuppressWarnings("unused") // read by those that override it
    void took(int event) {}

    @Override
    public void interrupted() {
      interruptions.incrementAndGet();
    }
  }

  @Test
  void endThatComesWhileHelloIsRead_bringsANewSocket() {
    CountingSink sink =
        new CountingSink() {
          @Override
          CompletableFuture<Void> passed(int connection) {
            if (connection == 1) {
              cutAndWait();
            }
            return super.passed(connection);
          }
        };
    connect(sink);
    eventually("a new socket came", () -> sink.connections.get() == 2);
    assertThat(sink.interruptions).hasValue(1);
    assertThat(emulation.emulator().sockets().open()).isEqualTo(1);
  }

  @Test
  void endThatComesWhileAnEventIsRead_bringsANewSocket() {
    CountingSink sink =
        new CountingSink() {
          @Override
          void took(int event) {
            if (event == 1) {
              cutAndWait();
            }
          }
        };
    connect(sink);
    SlackEmulatorWorkspace workspace = emulation.emulator().workspace();
    workspace.join(emulation.channel(PLANNING), emulation.app().user);
    eventually("a new socket came", () -> sink.connections.get() == 2);
    assertThat(sink.interruptions).hasValue(1);
    assertThat(emulation.emulator().sockets().open()).isEqualTo(1);
  }

  @Test
  void socketThatEndsBeforeItsHelloIsPassedOn_countsAsInterrupted() {
    CompletableFuture<Void> second = new CompletableFuture<>();
    CountingSink sink =
        new CountingSink() {
          @Override
          CompletableFuture<Void> passed(int connection) {
            return connection == 2 ? second : super.passed(connection);
          }
        };
    connect(sink);
    emulation.cut();
    eventually("a second socket came", () -> sink.connections.get() == 2);
    cutAndWait();
    second.complete(null);
    eventually("a third socket came", () -> sink.connections.get() == 3);
    assertThat(sink.interruptions).hasValue(2);
  }
}
