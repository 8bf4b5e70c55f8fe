package dev.parley.war.driver;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** One connection that asks and waits for the answer, again and again. */
public final class KeepAlive implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final HttpAnswer answer = new HttpAnswer();

  public KeepAlive(InetSocketAddress address) throws IOException {
    socket = new Socket(address.getAddress(), address.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  /** Sends prepared bytes; answers the status. */
  public int ask(byte[] request) throws IOException {
    out.write(request);
    answer.clear();
    while (!answer.isComplete()) {
      answer.grow();
      int read = in.read(answer.bytes, answer.size, answer.bytes.length - answer.size);
      if (read < 0) {
        throw new EOFException("cut while it answered");
      }
      answer.size += read;
    }
    return answer.status();
  }

  /** As {@link #ask}, for a call that must succeed. */
  public HttpAnswer must(byte[] request) throws IOException {
    ask(request);
    return accepted();
  }

  /** As {@link #must}; answers how many nanoseconds it took until all of the answer was there. */
  public long time(byte[] request) throws IOException {
    long begun = System.nanoTime();
    ask(request);
    long took = System.nanoTime() - begun;
    accepted();
    return took;
  }

  /** The last answer. */
  public HttpAnswer answer() {
    return answer;
  }

  private HttpAnswer accepted() throws IOException {
    if (!answer.isAccepted()) {
      throw new IOException("answered " + answer.status() + ": " + answer.body());
    }
    return answer;
  }

  public HttpAnswer must(PreparedCall call) throws IOException {
    return must(call.next().bytes);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
