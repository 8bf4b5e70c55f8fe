package dev.parley.engine.artifact;

import dev.parley.engine.session.Actor;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The giver of a verdict, which may be a lead in place of the reviewer; never changed. */
@Entity(name = "Verdict")
@Table(name = "parley_review_verdict")
class VerdictRow {
  @Id
  @Column(name = "review_id", length = 36)
  private String review;

  @Column(name = "given_by", nullable = false, length = 64)
  private String givenBy;

  @Column(name = "as_lead", nullable = false)
  private short asLead;

  protected VerdictRow() {}

  VerdictRow(String review, Actor giver) {
    this.review = review;
    this.givenBy = giver.agent().value();
    this.asLead = (short) (giver.leads() ? 1 : 0);
  }
}
