package dev.parley.doctor.client;

/**
 * A mistake in a configuration.
 *
 * @param what one sentence about the mistake
 * @param remedy one sentence about what to do
 */
public record Complaint(String what, String remedy) {}
