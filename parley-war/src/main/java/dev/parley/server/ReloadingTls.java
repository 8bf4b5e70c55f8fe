package dev.parley.server;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS of the embedded server. A changed certificate or key is taken without a restart: by new
 * connections, once both files were the same at two looks. A pair that is of no use is logged once,
 * and the earlier one stays.
 */
final class ReloadingTls {
  private static final System.Logger LOG = System.getLogger(ReloadingTls.class.getName());

  /** Looks come each second; every second one reads the files. */
  private static final int SWEEPS_A_LOOK = 2;

  private final TlsIdentity.Files files;
  private final InstantSource clock;
  private final SslContextFactory.Server factory = new SslContextFactory.Server();
  private TlsIdentity.Content used;
  private TlsIdentity.@Nullable Content seen;
  private String logged = "";
  private int sweeps;

  /**
   * Reads the files.
   *
   * @throws IllegalArgumentException where they are of no use; its message is for the person
   */
  ReloadingTls(TlsIdentity.Files files, InstantSource clock) {
    this.files = files;
    this.clock = clock;
    this.used = files.read();
    TlsIdentity identity = used.identity();
    factory.setSslContext(identity.sslContext());
    factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    factory.setRenegotiationAllowed(false);
    warn(identity);
  }

  /**
   * Returns the factories of a connector. Plain HTTP is understood as well, so that it can be
   * refused in words.
   */
  List<ConnectionFactory> factories(HttpConfiguration http) {
    // the names that the server answers to are compared elsewhere
    http.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    SslConnectionFactory tls = new SslConnectionFactory(factory, HttpVersion.HTTP_1_1.asString());
    return List.of(new DetectorConnectionFactory(tls), plain);
  }

  /** Looks at the files from time to time. */
  void sweep() {
    sweeps++;
    if (sweeps % SWEEPS_A_LOOK == 0) {
      look();
    }
  }

  private void look() {
    TlsIdentity.Content now;
    try {
      now = files.read();
    } catch (IllegalArgumentException unreadable) {
      seen = null;
      logOnce(String.valueOf(unreadable.getMessage()));
      return;
    }
    if (now.isSame(used)) {
      seen = null;
      logged = "";
      return;
    }
    if (seen == null || !seen.isSame(now)) {
      // one of the files may be written a moment after the other
      seen = now;
      return;
    }
    take(now);
  }

  private void take(TlsIdentity.Content now) {
    try {
      TlsIdentity identity = now.identity();
      var context = identity.sslContext();
      factory.reload(tls -> tls.setSslContext(context));
      used = now;
      seen = null;
      logged = "";
      LOG.log(
          System.Logger.Level.INFO,
          "The TLS certificate was read again; new connections get it. It is valid until "
              + identity.chain().get(0).getNotAfter().toInstant()
              + ".");
      warn(identity);
    } catch (Exception refused) {
      logOnce(String.valueOf(refused.getMessage()));
    }
  }

  private void logOnce(String reason) {
    if (!reason.equals(logged)) {
      logged = reason;
      LOG.log(
          System.Logger.Level.ERROR,
          "The changed TLS certificate is not taken, and the earlier one stays in use: "
              + reason
              + ".");
    }
  }

  private void warn(TlsIdentity identity) {
    Optional<String> warning = identity.warning(clock.instant());
    warning.ifPresent(words -> LOG.log(System.Logger.Level.WARNING, words));
  }
}
