package dev.parley.bridge;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A program that does nothing but open a socket: what the JDK itself needs for that. */
public final class OneSocket {
  private OneSocket() {}

  /** Connects with the port in {@code args} and writes a byte. */
  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(args[0]);
    try (Socket socket = new Socket()) {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(InetAddress.getAllByName("127.0.0.1")[0], port), 2_000);
      socket.setSoTimeout(1);
      socket.getOutputStream().write('\n');
    }
  }
}
