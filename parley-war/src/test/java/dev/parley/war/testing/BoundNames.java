package dev.parley.war.testing;

import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

/** The JNDI names of this process, as those of an application server, until they are closed. */
public final class BoundNames implements AutoCloseable {
  private static final Map<String, Object> BOUND = new ConcurrentHashMap<>();

  private BoundNames() {
    System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Factory.class.getName());
  }

  /** Gives this process names, of which none is bound yet. */
  public static BoundNames none() {
    return new BoundNames();
  }

  /** Binds {@code name}; a look-up of one that is bound to an exception throws it. */
  public void bind(String name, Object value) {
    BOUND.put(name, value);
  }

  @Override
  public void close() {
    System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
    BOUND.clear();
  }

  /** Made by the JDK, by its name. */
  public static final class Factory implements InitialContextFactory {
    /** Made by its name. */
    public Factory() {}

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
      return new Names();
    }
  }

  private static final class Names extends InitialContext {
    private Names() throws NamingException {
      super(true);
    }

    @Override
    public Object lookup(String name) throws NamingException {
      Object value = BOUND.get(name);
      if (value == null) {
        throw new NameNotFoundException(name + " not found");
      }
      if (value instanceof NamingException failure) {
        throw failure;
      }
      return value;
    }
  }
}
