package dev.parley.chat;

/**
 * The account that wrote a message.
 *
 * @param id the id of the account, which does not change
 * @param name the name of the account that people see
 * @param isParley whether it is an account of a Parley: this one, or one that the address trusts
 */
public record ChatAuthor(String id, String name, boolean isParley) {}
