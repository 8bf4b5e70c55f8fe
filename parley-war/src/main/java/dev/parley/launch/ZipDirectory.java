package dev.parley.launch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * The directory at the end of a ZIP file: the name, the time, the length and the check sum of each
 * entry. See the section "Central directory structure" of PKWARE's APPNOTE.
 */
final class ZipDirectory {
  private static final int END_SIGNATURE = 0x06054b50;
  private static final int END_LENGTH = 22;
  private static final int MAX_COMMENT = 65_535;
  private static final int LENGTH_AT = 12;
  private static final int OFFSET_AT = 16;

  private final byte[] bytes;

  private ZipDirectory(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Reads that of a file; throws where there is none. */
  static ZipDirectory of(Path zip) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(zip.toFile(), "r")) {
      byte[] tail = new byte[(int) Math.min(file.length(), END_LENGTH + MAX_COMMENT)];
      long tailAt = file.length() - tail.length;
      file.seek(tailAt);
      file.readFully(tail);
      ByteBuffer read = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = tail.length - END_LENGTH; at >= 0; at--) {
        if (read.getInt(at) == END_SIGNATURE) {
          long length = read.getInt(at + LENGTH_AT) & 0xffff_ffffL;
          long offset = read.getInt(at + OFFSET_AT) & 0xffff_ffffL;
          if (offset + length <= tailAt + at) {
            byte[] directory = new byte[(int) length];
            file.seek(offset);
            file.readFully(directory);
            return new ZipDirectory(directory);
          }
        }
      }
    }
    throw new IOException(zip + " is no ZIP file");
  }

  /**
   * Returns 16 hexadecimal digits that differ where an entry, its time included, does. Both sums
   * are native code, and so fast in a young JVM, which a cryptographic digest is not.
   */
  String digest() {
    CRC32 first = new CRC32();
    first.update(bytes);
    Adler32 second = new Adler32();
    second.update(bytes);
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits((int) first.getValue()).concat(hex.toHexDigits((int) second.getValue()));
  }
}
