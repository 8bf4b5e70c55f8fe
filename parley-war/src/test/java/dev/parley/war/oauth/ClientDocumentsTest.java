package dev.parley.war.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.oauth.OAuthClient;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that are known by a document. */
class ClientDocumentsTest {
  private static final String ID = "https://app.example/client.json";
  private static final String GOOD =
      "{\"client_id\":\"" + ID + "\",\"client_name\":\"App\",\"redirect_uris\":[\"app:/cb\"]}";

  private final Map<String, String> documents = new HashMap<>(Map.of(ID, GOOD));
  private final List<String> read = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final ClientDocuments clients = new ClientDocuments(this::read, nanos::get);

  private byte[] read(URI url) throws IOException {
    read.add(url.toString());
    String document = documents.get(url.toString());
    if (document == null) {
      throw new ConnectException("port 22 is closed");
    }
    return document.getBytes(UTF_8);
  }

  private void assertRefused(String id, String sentence) {
    assertThatExceptionOfType(OAuthError.class)
        .isThrownBy(() -> clients.find(id))
        .withMessageContaining(sentence);
  }

  @Test
  void find_readsTheDocument_onceInFiveMinutes() throws OAuthError {
    OAuthClient client = clients.find(ID);
    assertThat(client).isEqualTo(new OAuthClient(ID, "App", List.of("app:/cb")));
    nanos.addAndGet(ClientDocuments.MAX_AGE_NANOS - 1);
    assertThat(clients.find(ID)).isEqualTo(client);
    assertThat(read).hasSize(1);
    nanos.addAndGet(1);
    documents.put(ID, GOOD.replace("app:", "other:"));
    assertThat(clients.find(ID).redirectUris()).containsExactly("other:/cb");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://app.example",
        "https://app.example/",
        "https://u@app.example/client.json",
        "https://app.example/client.json#x",
        "https://app.example/a/../client.json",
        "https://app.example/./client.json",
        "https:///client.json",
        "https://app example/client.json",
        "https://app.example/client.json\r\nX: y"
      })
  void address_thatIsNone_isNotRead(String id) {
    assertRefused(id, "The document of the program");
    assertThat(read).isEmpty();
  }

  @Test
  void address_thatIsTooLong_isNotRead() {
    assertRefused("https://app.example/" + "x".repeat(OAuthClient.MAX_ID), "needs https");
    assertThat(read).isEmpty();
  }

  @Test
  void document_thatIsNone_isRefused() {
    documents.put(ID, "<html>");
    assertRefused(ID, "is not JSON");
    documents.put(ID, GOOD.replace("client.json", "other.json"));
    assertRefused(ID, "does not name itself");
    documents.put(ID, GOOD.replace("{", "{\"client_secret\":\"x\","));
    assertRefused(ID, "takes public ones");
    documents.put(ID, GOOD.replace("{", "{\"token_endpoint_auth_method\":\"private_key_jwt\","));
    assertRefused(ID, "takes public ones");
    documents.put(ID, GOOD.replace("app:/cb", "javascript:x"));
    assertRefused(ID, "needs https");
    documents.remove(ID);
    assertThatExceptionOfType(OAuthError.class)
        .isThrownBy(() -> clients.find(ID))
        .withMessageContaining("cannot be read")
        .withMessageNotContaining("22");
  }

  @Test
  void documents_areReadAFewAtATime() throws Exception {
    CountDownLatch reading = new CountDownLatch(ClientDocuments.MAX_AT_ONCE);
    CountDownLatch answer = new CountDownLatch(1);
    ClientDocuments slow =
        new ClientDocuments(
            url -> {
              reading.countDown();
              try {
                assertThat(answer.await(30, TimeUnit.SECONDS)).isTrue();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              return GOOD.getBytes(UTF_8);
            },
            nanos::get);
    ExecutorService threads = Executors.newFixedThreadPool(ClientDocuments.MAX_AT_ONCE);
    try {
      List<Future<OAuthClient>> found = new ArrayList<>();
      for (int i = 0; i < ClientDocuments.MAX_AT_ONCE; i++) {
        found.add(threads.submit(() -> slow.find(ID)));
      }
      assertThat(reading.await(30, TimeUnit.SECONDS)).isTrue();
      assertThatExceptionOfType(OAuthError.class)
          .isThrownBy(() -> slow.find(ID))
          .withMessageContaining("at once");
      answer.countDown();
      for (Future<OAuthClient> one : found) {
        assertThat(one.get().name()).isEqualTo("App");
      }
      assertThat(slow.find(ID).name()).isEqualTo("App");
    } finally {
      threads.shutdownNow();
    }
  }
}
