// Drives the emulator by matrix-js-sdk. Arguments: base URL, user, password, person, password of
// the person, alias of a room in which the person has written "from before".
const [baseUrl, user, password, person, personPassword, alias] = process.argv.slice(2);

const print = (line) => process.stdout.write(line + "\n");
for (const level of ["trace", "debug", "log", "info", "warn", "error"]) {
  console[level] = () => {}; // the client logs each request
}
const sdk = await import("matrix-js-sdk");

async function step(name, work) {
  try {
    const timeout = new Promise((_, reject) =>
      setTimeout(() => reject(new Error("no answer in 15 s")), 15_000).unref(),
    );
    const result = await Promise.race([work(), timeout]);
    print("ok " + name);
    return result;
  } catch (failure) {
    print("failed " + name + ": " + (failure.stack ?? failure));
    process.exit(1);
  }
}

function check(condition, message) {
  if (!condition) {
    throw new Error(message);
  }
}

async function login(name, secret, deviceId) {
  const answer = await sdk.createClient({ baseUrl }).loginRequest({
    type: "m.login.password",
    identifier: { type: "m.id.user", user: name },
    password: secret,
    device_id: deviceId,
  });
  check(answer.device_id === deviceId, "the device is another one");
  return sdk.createClient({
    baseUrl,
    accessToken: answer.access_token,
    userId: answer.user_id,
    deviceId: answer.device_id,
  });
}

const client = await step("login", () => login(user, password, "PROOF"));

await step("whoami", async () => {
  const answer = await client.whoami();
  check(answer.user_id === client.getUserId(), "the account is another one");
});

const roomId = await step("join", async () => (await client.joinRoom(alias)).roomId);

await step("sync", async () => {
  const prepared = new Promise((resolve, reject) =>
    client.on("sync", (state) => {
      if (state === "PREPARED") {
        resolve();
      } else if (state === "ERROR") {
        reject(new Error("sync failed"));
      }
    }),
  );
  await client.startClient({ initialSyncLimit: 10 });
  await prepared;
  const texts = client
    .getRoom(roomId)
    .getLiveTimeline()
    .getEvents()
    .map((event) => event.getContent().body);
  check(texts.includes("from before"), "the room has no history: " + texts);
});

await step("history", async () => {
  const bodies = [];
  let from = null;
  do {
    const page = await client.createMessagesRequest(roomId, from, 3, "b");
    bodies.push(...page.chunk.map((event) => event.content.body));
    from = page.end;
  } while (from);
  check(bodies.filter((body) => body === "from before").length === 1, "not once: " + bodies);
});

await step("timestamp_to_event", async () => {
  const near = await client.timestampToEvent(roomId, 0, "f");
  check(near.event_id.startsWith("$"), "no event");
});

// An event of this client is in the room at once; its status is null when it came from the server.
async function eventually(id) {
  for (;;) {
    const event = client.getRoom(roomId).findEventById(id);
    if (event && event.status === null) {
      return event;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

await step("send", async () => {
  const content = { msgtype: "m.text", body: "from the client" };
  const sent = await client.sendEvent(roomId, "m.room.message", content, "plain-1");
  const echo = await eventually(sent.event_id);
  check(echo.getContent().body === "from the client", "the echo is another one");
});

await step("limit", async () => {
  const begin = Date.now();
  const content = { msgtype: "m.text", body: "after the limit" };
  const sent = await client.sendEvent(roomId, "m.room.message", content, "limited-1");
  check(sent.event_id.startsWith("$"), "not sent");
  check(Date.now() - begin >= 900, "it did not wait");
});

const other = await login(person, personPassword, "PHONE");
const question = await step("receive", async () => {
  const sent = await other.sendTextMessage(roomId, "who is there?");
  const event = await eventually(sent.event_id);
  check(event.getSender() === other.getUserId(), "the sender is another one");
  return event;
});

await step("reply", async () => {
  const sent = await client.sendEvent(roomId, "m.room.message", {
    msgtype: "m.text",
    body: "a Parley",
    "m.relates_to": { "m.in_reply_to": { event_id: question.getId() } },
  });
  const page = await other.createMessagesRequest(roomId, null, 1, "b");
  check(page.chunk[0].event_id === sent.event_id, "it is not the newest");
  check(
    page.chunk[0].content["m.relates_to"]["m.in_reply_to"].event_id === question.getId(),
    "it answers nothing",
  );
});

await step("logout", async () => {
  client.stopClient();
  await client.logout();
});
process.exit(0);
