package dev.parley.engine;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.backend.memory.InMemoryBackend;
import dev.parley.engine.backend.nats.NatsBackendProvider;
import dev.parley.engine.backend.redis.RedisBackendProvider;
import dev.parley.engine.id.Ulids;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.TopicName;
import dev.parley.spi.BackendContext;
import dev.parley.spi.BackendProvider;
import dev.parley.spi.MessageBackend;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackendProvidersTest {
  private static final List<String> OPENED = new ArrayList<>();

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  @TempDir private Path jar;

  /** A backend of a jar beside the application. */
  public static final class ParrotProvider implements BackendProvider {
    @Override
    public List<String> schemes() {
      return List.of("parrot");
    }

    @Override
    public MessageBackend durable(URI address, BackendContext context) {
      OPENED.add(address.toString());
      return new InMemoryBackend(
          topic -> context.seqBefore().applyAsLong(topic) + 1,
          Ulids::nextMessage,
          context.clock(),
          10);
    }

    @Override
    public MessageBackend ephemeral(URI address, BackendContext context) {
      throw new IllegalStateException("one node passes nothing on");
    }
  }

  @AfterEach
  void restore() {
    Thread.currentThread().setContextClassLoader(before);
    OPENED.clear();
  }

  @Test
  void address_ofABuiltInScheme_hasItsProvider() {
    for (String address : List.of("redis://a", "rediss://a", "REDIS://a")) {
      assertThat(provider(address)).isInstanceOf(RedisBackendProvider.class);
    }
    for (String address : List.of("nats://a", "tls://a")) {
      assertThat(provider(address)).isInstanceOf(NatsBackendProvider.class);
    }
  }

  @Test
  void address_ofAnUnknownScheme_isRefusedWithThoseThatWereFound() throws IOException {
    assertThat(refused(() -> provider("http://user:secret@host")).message())
        .contains("it must begin with redis://, rediss://, nats:// or tls://, not http://")
        .doesNotContain("secret");
    offer(ParrotProvider.class.getName());
    assertThat(refused(() -> provider("http://host")).message())
        .contains("redis://, rediss://, nats://, tls:// or parrot://, not http://host");
  }

  @Test
  void providers_withoutAContextLoader_areThoseOfParley() {
    Thread.currentThread().setContextClassLoader(null);
    assertThat(provider("redis://a")).isInstanceOf(RedisBackendProvider.class);
  }

  @Test
  void provider_thatCannotBeLoaded_hurtsNoOther() throws IOException {
    offer("no.such.Provider", ParrotProvider.class.getName());
    assertThat(provider("parrot://a")).isInstanceOf(ParrotProvider.class);
  }

  @Test
  void bus_ofAProviderThatWasFound_keepsDurableRooms() throws IOException {
    offer(ParrotProvider.class.getName());
    try (Parley parley =
        ParleyBuilder.builder().inMemory().bus(URI.create("parrot://cage")).build()) {
      parley
          .connect(ConnectOptions.of("alice"))
          .topics()
          .post(RoomName.of("planning"), Body.of("hi"), Optional.empty());
      assertThat(OPENED).containsExactly("parrot://cage");
    }
  }

  @Test
  void mirror_thatCannotBe_isRefused() {
    TopicName planning = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
    URI redis = URI.create("redis://a");
    ParleyBuilder builder = ParleyBuilder.builder().inMemory();
    assertThat(refused(() -> builder.mirror(planning, URI.create("irc://host"))).message())
        .contains("'mirror'")
        .contains("not irc://host");
    builder.mirror(planning, redis);
    assertThat(refused(() -> builder.mirror(planning, redis)).message())
        .contains("the room planning has a mirror already");
    assertThat(refused(builder::build).message()).contains("redis://, rediss:// mirror no rooms");
    assertThat(refused(builder.bus(redis)::build).message())
        .contains("mirrored rooms are in the database");
  }

  private static BackendProvider provider(String address) {
    return BackendProviders.of("bus", URI.create(address));
  }

  /** Registers providers for the loader of this thread. */
  private void offer(String... providers) throws IOException {
    Path services = Files.createDirectories(jar.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(BackendProvider.class.getName()), String.join("\n", providers));
    Thread.currentThread()
        .setContextClassLoader(new URLClassLoader(new URL[] {jar.toUri().toURL()}, before));
  }
}
