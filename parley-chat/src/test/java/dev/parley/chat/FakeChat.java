package dev.parley.chat;

import dev.parley.chat.emulator.Faults;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import dev.parley.spi.Original;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A chat system in memory, with envelopes or without, which calls its listeners while it is locked,
 * so in the order of its rooms.
 */
final class FakeChat implements ChatEmulation {
  private static final String PARLEY = "parley";

  private final boolean hasEnvelopes;
  private final Faults faults = new Faults();
  private final Map<String, List<ChatMessage>> rooms = new HashMap<>();
  private final Set<Login> logins = ConcurrentHashMap.newKeySet();
  private ChatMessage late;
  private String lateRoom;
  private boolean isAway;
  private int last;

  FakeChat(boolean hasEnvelopes) {
    this.hasEnvelopes = hasEnvelopes;
  }

  @Override
  public ChatSystem system() {
    return new ChatSystem() {
      @Override
      public String name() {
        return "fake";
      }

      @Override
      public int maxText() {
        return 1_900;
      }

      @Override
      public boolean hasEnvelopes() {
        return hasEnvelopes;
      }

      @Override
      public ChatConnection connect(ChatListener listener) {
        if (isAway) {
          throw new ParleyException(new Unavailable("fake", Duration.ofMillis(100)));
        }
        Login login = new Login(listener);
        logins.add(login);
        listener.connected();
        return login;
      }
    };
  }

  @Override
  public synchronized String write(
      TopicName topic, String person, String text, Optional<String> inReplyTo) {
    return add(
            RoomNames.of(topic, 60),
            new ChatAuthor(person, person, false),
            text,
            Optional.empty(),
            inReplyTo)
        .id();
  }

  private Original add(
      String room,
      ChatAuthor author,
      String text,
      Optional<Envelope> envelope,
      Optional<String> inReplyTo) {
    Original original = new Original("m" + ++last, Instant.now().truncatedTo(ChronoUnit.MILLIS));
    ChatMessage message = new ChatMessage(original, author, text, envelope, inReplyTo);
    rooms.computeIfAbsent(room, first -> new ArrayList<>()).add(message);
    if (late != null) {
      pass(room, message);
      pass(lateRoom, late);
      late = null;
    } else if (faults.isDue(Fault.LATE_EVENT)) {
      late = message;
      lateRoom = room;
    } else {
      pass(room, message);
      if (faults.isDue(Fault.DOUBLED_EVENT)) {
        pass(room, message);
      }
    }
    if (faults.isDue(Fault.CUT_STREAM)) {
      logins.forEach(login -> login.isCut = true);
    }
    return original;
  }

  private void pass(String room, ChatMessage message) {
    for (Login login : logins) {
      if (!login.isCut) {
        var unused = login.listener.message(room, message);
      }
    }
  }

  @Override
  public synchronized List<Seen> room(TopicName topic) {
    return rooms.getOrDefault(RoomNames.of(topic, 60), List.of()).stream()
        .map(
            message ->
                new Seen(
                    message.original().id(),
                    message.author().name(),
                    message.text(),
                    message.inReplyTo()))
        .toList();
  }

  @Override
  public synchronized void cut() {
    logins.forEach(login -> login.isCut = true);
  }

  /** Does not answer calls any more, or does again. Its stream connects while it is away. */
  @Override
  public synchronized void away(boolean away) {
    isAway = away;
    if (away) {
      logins.forEach(login -> login.listener.connected());
    } else {
      connectAgain();
    }
  }

  private void connectAgain() {
    for (Login login : logins) {
      if (login.isCut) {
        login.isCut = false;
        login.listener.connected();
      }
    }
  }

  @Override
  public Faults faults() {
    return faults;
  }

  /** The number of logins. */
  int logins() {
    return logins.size();
  }

  @Override
  public void close() {
    logins.clear();
  }

  private final class Login implements ChatConnection {
    private final ChatListener listener;
    private volatile boolean isCut;

    Login(ChatListener listener) {
      this.listener = listener;
    }

    @Override
    public Optional<String> find(TopicName topic) {
      synchronized (FakeChat.this) {
        return Optional.of(RoomNames.of(topic, 60)).filter(rooms::containsKey);
      }
    }

    @Override
    public String open(TopicName topic) {
      return RoomNames.of(topic, 60);
    }

    @Override
    public Original send(String room, OutgoingMessage message) {
      fail();
      Original sent;
      synchronized (FakeChat.this) {
        connectAgain();
        sent =
            add(
                room,
                new ChatAuthor(PARLEY, PARLEY, true),
                message.text(),
                Optional.of(message.envelope()).filter(unused -> hasEnvelopes),
                message.inReplyTo());
      }
      if (faults.isDue(Fault.CUT_AFTER) || faults.isDue(Fault.SERVER_ERROR_AFTER)) {
        throw ChatFailure.unknown("cut", null);
      }
      return sent;
    }

    private void fail() {
      if (isAway || faults.isDue(Fault.CUT_BEFORE) || faults.isDue(Fault.SERVER_ERROR)) {
        throw ChatFailure.unreachable("away", null);
      }
      if (faults.isDue(Fault.LIMIT)) {
        throw ChatFailure.rateLimited(Duration.ofMillis(200));
      }
      if (faults.isDue(Fault.LIMIT_WITHOUT_HEADER)) {
        throw ChatFailure.rateLimited(Duration.ZERO);
      }
    }

    @Override
    public List<ChatMessage> history(String room, Optional<Original> after, int limit) {
      fail();
      synchronized (FakeChat.this) {
        List<ChatMessage> all = rooms.getOrDefault(room, List.of());
        int begin =
            after
                .map(
                    original ->
                        all.stream()
                                .map(ChatMessage::original)
                                .map(Original::id)
                                .toList()
                                .indexOf(original.id())
                            + 1)
                .orElse(Math.max(0, all.size() - limit));
        return List.copyOf(all.subList(begin, Math.min(all.size(), begin + limit)));
      }
    }

    @Override
    public boolean hasHistory() {
      return true;
    }

    @Override
    public boolean echoes() {
      return true;
    }

    @Override
    public boolean isReachable() {
      return !isAway;
    }

    @Override
    public void close() {
      logins.remove(this);
    }
  }
}
