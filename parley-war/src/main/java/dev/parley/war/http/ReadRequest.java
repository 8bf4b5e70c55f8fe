package dev.parley.war.http;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A request whose body was read before. */
final class ReadRequest extends HttpServletRequestWrapper {
  private final Body body;

  ReadRequest(HttpServletRequest request, byte[] body) {
    super(request);
    this.body = new Body(body);
  }

  @Override
  public ServletInputStream getInputStream() {
    return body;
  }

  @Override
  public BufferedReader getReader() {
    return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
  }

  /** Bytes in memory, as a servlet reads them. */
  private static final class Body extends ServletInputStream {
    private final ByteArrayInputStream bytes;

    private Body(byte[] bytes) {
      this.bytes = new ByteArrayInputStream(bytes);
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] into, int offset, int most) {
      return bytes.read(into, offset, most);
    }

    @Override
    public int available() {
      return bytes.available();
    }

    @Override
    public boolean isFinished() {
      return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new IllegalStateException("this body has been read");
    }
  }
}
