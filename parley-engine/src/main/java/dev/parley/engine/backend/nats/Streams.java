package dev.parley.engine.backend.nats;

import dev.parley.message.TopicName;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/**
 * The streams of the topics, which are looked up, and created where they are absent. Asked through
 * a connection.
 */
final class Streams {
  private static final int NAME_IN_USE = 10058;
  private static final int NOT_FOUND = 10059;

  /** The time for which the server recognizes a repeated message; a post is retried for seconds. */
  private static final Duration DUPLICATES_KNOWN = Duration.ofMinutes(2);

  /**
   * A stream and its current extent.
   *
   * @param last the sequence number of its last message; the one before the first if it never had
   *     any
   */
  record Extent(TopicStream stream, long last) {}

  private final JetStreamManagement management;
  private final NatsSettings settings;
  private final ToLongFunction<TopicName> before;
  private final Map<TopicName, TopicStream> known = new ConcurrentHashMap<>();

  Streams(JetStreamManagement management, NatsSettings settings, ToLongFunction<TopicName> before) {
    this.management = management;
    this.settings = settings;
    this.before = before;
  }

  /** The topic's stream as it was when it was last asked for; made where it is absent. */
  TopicStream ensure(TopicName topic) throws IOException, JetStreamApiException {
    TopicStream stream = known.get(topic);
    return stream != null ? stream : reach(topic).stream();
  }

  /** Forgets a stream that may have been replaced: the next call looks it up. */
  void doubt(TopicStream stream) {
    known.remove(stream.topic(), stream);
  }

  /** The topic's stream and how far it goes; made where it is absent. */
  Extent reach(TopicName topic) throws IOException, JetStreamApiException {
    Optional<StreamInfo> found = info(topic);
    StreamInfo info = found.isPresent() ? fitted(found.get()) : make(topic);
    Extent extent = extent(topic, info);
    known.put(topic, extent.stream());
    return extent;
  }

  /** The topic's stream and how far it goes, where it is there. */
  Optional<Extent> find(TopicName topic) throws IOException, JetStreamApiException {
    Optional<StreamInfo> info = info(topic);
    return info.isEmpty() ? Optional.empty() : Optional.of(extent(topic, info.get()));
  }

  private Optional<StreamInfo> info(TopicName topic) throws IOException, JetStreamApiException {
    try {
      return Optional.of(management.getStreamInfo(TopicStream.name(settings.prefix(), topic)));
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() == NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private StreamInfo make(TopicName topic) throws IOException, JetStreamApiException {
    TopicStream stream = TopicStream.fresh(settings.prefix(), topic, before.applyAsLong(topic));
    StreamConfiguration.Builder fixed =
        StreamConfiguration.builder()
            .name(stream.name())
            .subjects(stream.subject())
            .description("A topic of Parley")
            .storageType(settings.inMemory() ? StorageType.Memory : StorageType.File)
            .retentionPolicy(RetentionPolicy.Limits)
            .discardPolicy(DiscardPolicy.Old);
    try {
      return management.addStream(bounded(fixed));
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() == NAME_IN_USE) { // somebody else just made it
        return management.getStreamInfo(stream.name());
      }
      throw e;
    }
  }

  /** The stream under the bounds that are wanted now. */
  private StreamInfo fitted(StreamInfo info) throws IOException, JetStreamApiException {
    StreamConfiguration now = info.getConfiguration();
    StreamConfiguration wanted = bounded(StreamConfiguration.builder(now));
    boolean fits =
        now.getMaxMsgs() == wanted.getMaxMsgs() && now.getMaxAge().equals(wanted.getMaxAge());
    return fits ? info : management.updateStream(wanted);
  }

  private StreamConfiguration bounded(StreamConfiguration.Builder stream) {
    long messages = settings.kept().messages().orElse(Long.MAX_VALUE);
    Duration age = settings.kept().age().orElse(Duration.ZERO);
    boolean isShort = !age.isZero() && age.compareTo(DUPLICATES_KNOWN) < 0;
    return stream
        .maxMessages(messages == Long.MAX_VALUE ? -1 : messages)
        .maxAge(age)
        .duplicateWindow(isShort ? age : DUPLICATES_KNOWN)
        .build();
  }

  private Extent extent(TopicName topic, StreamInfo info) throws IOException {
    StreamConfiguration found = info.getConfiguration();
    TopicStream stream =
        TopicStream.of(settings.prefix(), topic, found.getSubjects())
            .orElseThrow(
                () -> new IOException("the stream " + found.getName() + " is not Parley's"));
    return new Extent(stream, stream.seq(info.getStreamState().getLastSequence()));
  }
}
