package dev.parley.war.rest;

import dev.parley.audit.Audit;
import dev.parley.audit.AuditEntry;
import dev.parley.audit.AuditFilter;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.war.view.AuditView;
import dev.parley.war.wire.Json;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/**
 * Entries of the audit as lines of JSON, the newest first. One page of them is in memory at a time.
 * Entries that are recorded meanwhile are not among them.
 */
final class AuditExport implements StreamingOutput {
  static final String TYPE = "application/x-ndjson";

  private final Audit audit;
  private final AuditFilter filter;
  private final ListPage<AuditEntry> first;

  private AuditExport(Audit audit, AuditFilter filter, ListPage<AuditEntry> first) {
    this.audit = audit;
    this.filter = filter;
    this.first = first;
  }

  /**
   * Reads the first page, so that a storage that is away refuses the request.
   *
   * @throws dev.parley.problem.ParleyException {@code unavailable}
   */
  static AuditExport of(Audit audit, AuditFilter filter) {
    return new AuditExport(audit, filter, audit.list(filter, Optional.empty(), PageSize.MAX_LIMIT));
  }

  @Override
  public void write(OutputStream out) throws IOException {
    ListPage<AuditEntry> page = first;
    writeLines(page.items(), out);
    while (page.hasMore()) {
      AuditEntry last = page.items().get(page.items().size() - 1);
      page = audit.list(filter, Optional.of(last.id()), PageSize.MAX_LIMIT);
      writeLines(page.items(), out);
    }
  }

  /** Writes one page at once. */
  private static void writeLines(List<AuditEntry> entries, OutputStream out) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (AuditEntry entry : entries) {
      lines.writeBytes(Json.bytes(AuditView.of(entry)));
      lines.write('\n');
    }
    out.write(lines.toByteArray());
  }
}
