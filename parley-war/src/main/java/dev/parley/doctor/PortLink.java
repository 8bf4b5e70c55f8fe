package dev.parley.doctor;

import dev.parley.bridge.ExaminedServer;
import dev.parley.trust.TlsFailure;
import java.io.IOException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/** The port of the server, TLS included. */
final class PortLink implements Link {
  private static final int MILLIS = 2_000;

  @Override
  public String name() {
    return "port";
  }

  @Override
  public Finding examine(Examination examination) {
    ExaminedServer server = examination.server();
    String at = server.authority();
    try {
      server.connect(MILLIS);
      return Finding.ok("Something listens at " + at + ".");
    } catch (UnknownHostException noName) {
      return Finding.broken(
          "The name " + server.host() + " has no address.",
          "Correct the host of --url or PARLEY_URL, or the name service.");
    } catch (SocketTimeoutException | NoRouteToHostException silent) {
      return Finding.broken(
          "Nothing answers at " + at + ", not even with a refusal.",
          "See if the host is up and a firewall lets port " + server.port() + " through.");
    } catch (SSLException noTls) {
      return tls(at, noTls);
    } catch (IOException refused) {
      return Finding.broken("Nothing listens at " + at + ".", start(server));
    }
  }

  private static Finding tls(String at, SSLException failure) {
    String message = String.valueOf(failure.getMessage());
    boolean plain = message.contains("SSL message") || message.contains("plaintext");
    return plain
        ? Finding.broken(
            "The server at " + at + " speaks no TLS.", "Write http:// in --url or PARLEY_URL.")
        : Finding.broken(
            "TLS with " + at + " fails: " + TlsFailure.reason(failure).orElse(message) + ".",
            "Correct the certificate of the server, or name the PEM file of its authority with --ca"
                + " or PARLEY_CA, and see if the clock is right.");
  }

  private static String start(ExaminedServer server) {
    return server.isLoopback()
        ? "Start the server: java -jar parley.war serve --port "
            + server.port()
            + "; or name the right address with --url or PARLEY_URL."
        : "Start the server there, with --bind for other machines; or name the right address with"
            + " --url or PARLEY_URL.";
  }
}
