package dev.parley.chat.xmpp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.chat.emulator.ChatRequirements;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** Prosody, with a host that has TLS and one that has none, and three services of rooms. */
final class XmppProsody extends XmppServerProcess {
  /** A domain without TLS. */
  static final String PLAIN = "plain.localhost";

  /** A service whose rooms have no archive. */
  static final String FORGETFUL = "forgetful.localhost";

  /** A service whose rooms only an administrator makes. */
  static final String CLOSED = "closed.localhost";

  private static final String STORE_PASSWORD = "changeit";

  XmppProsody() throws IOException {
    super("prosody");
  }

  /** A server with the accounts that the tests use; skips them where it is not installed. */
  static XmppProsody started() throws Exception {
    ChatRequirements.programs("prosody", "prosodyctl");
    XmppProsody server = new XmppProsody();
    try {
      server.prepare();
      return server;
    } catch (Exception failed) {
      server.close();
      throw failed;
    }
  }

  @Override
  void prepare() throws Exception {
    certificate();
    write(
        "prosody.cfg.lua",
        """
        pidfile = "%1$s/prosody.pid"; data_path = "%1$s/data"
        prosody_user = "nobody"; prosody_group = "nogroup"
        interfaces = { "127.0.0.1" }; c2s_ports = { %2$d }
        s2s_ports = { }; http_ports = { }; https_ports = { }
        modules_enabled = { "roster", "saslauth", "disco", "ping", "time", "smacks", "tls" }
        modules_disabled = { "s2s" }
        allow_registration = false
        c2s_require_encryption = false; allow_unencrypted_plain_auth = true
        authentication = "internal_hashed"; storage = "internal"
        log = { { levels = { min = "info" }, to = "console" } }
        ssl = { key = "%1$s/certs/key.pem"; certificate = "%1$s/certs/cert.pem" }
        VirtualHost "localhost"
        VirtualHost "plain.localhost"
          modules_disabled = { "tls" }
        Component "rooms.localhost" "muc"
          modules_enabled = { "muc_mam" }
          muc_log_expires_after = "never"; max_history_messages = 0
        Component "forgetful.localhost" "muc"
        Component "closed.localhost" "muc"
          modules_enabled = { "muc_mam" }
          restrict_room_creation = true
        """
            .formatted(folder(), port()));
    own();
    account(PARLEY, PASSWORD);
    for (String person : PEOPLE) {
      account(person, PASSWORD);
    }
    run(control("register", PARLEY, PLAIN, PASSWORD));
    start();
  }

  private void certificate() throws Exception {
    Path store = folder().resolve("certs/store.p12");
    Files.createDirectories(store.getParent());
    Process made =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                STORE_PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said = new String(made.getInputStream().readAllBytes(), US_ASCII);
    if (made.waitFor() != 0) {
      throw new IOException(said);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, STORE_PASSWORD.toCharArray());
    }
    write(
        "certs/key.pem",
        pem("PRIVATE KEY", keys.getKey("server", STORE_PASSWORD.toCharArray()).getEncoded()));
    write("certs/cert.pem", pem("CERTIFICATE", keys.getCertificate("server").getEncoded()));
  }

  private static String pem(String type, byte[] bytes) {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + type + "-----\n" + lines + "\n-----END " + type + "-----\n";
  }

  /** The certificate of its domain. */
  Path certificateFile() {
    return folder().resolve("certs/cert.pem");
  }

  @Override
  List<String> command() {
    return List.of("prosody", "--config", folder().resolve("prosody.cfg.lua").toString(), "-F");
  }

  private List<String> control(String... words) {
    return Stream.concat(
            Stream.of("prosodyctl", "--config", folder().resolve("prosody.cfg.lua").toString()),
            Stream.of(words))
        .toList();
  }

  @Override
  void account(String name, String password) throws Exception {
    run(control("register", name, DOMAIN, password));
  }

  @Override
  ProcessHandle server(Process started) {
    return started.descendants().reduce((first, last) -> last).orElse(started.toHandle());
  }
}
