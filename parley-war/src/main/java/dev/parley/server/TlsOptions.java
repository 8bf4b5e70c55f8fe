package dev.parley.server;

import dev.parley.trust.TrustedAuthorities;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options on TLS: of the server itself, and towards other nodes. */
final class TlsOptions {
  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description =
          "PEM file of the certificate to speak TLS with, followed by those of its "
              + "authorities; a changed one is taken without a restart. Default: no TLS.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description =
          "PEM file of its private key. Bounds: RSA or EC, PKCS#8, not encrypted. Default: "
              + "none.")
  private @Nullable Path key;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description =
          "PEM file of certificate authorities to trust at other nodes, besides those of "
              + "Java. Default: none.")
  private @Nullable String authorities;

  /** The file of further authorities. */
  @Nullable String authorities() {
    return authorities;
  }

  /**
   * Returns TLS of the server; empty where it speaks none.
   *
   * @throws IllegalArgumentException where a file is of no use; its message is for the person
   */
  Optional<ReloadingTls> read() {
    if (authorities != null) {
      TrustedAuthorities unused = TrustedAuthorities.in(authorities);
    }
    if (certificate == null && key == null) {
      return Optional.empty();
    }
    if (certificate == null || key == null) {
      throw new IllegalArgumentException(
          certificate == null
              ? "--tls-key needs --tls-certificate"
              : "--tls-certificate needs --tls-key");
    }
    return Optional.of(
        new ReloadingTls(new TlsIdentity.Files(certificate, key), InstantSource.system()));
  }
}
