// Drives the emulated workspace by Slack's own clients.
// Arguments: the address of the Web API, the tokens of the bot, of the app and of a person.
import { SocketModeClient } from "@slack/socket-mode";
import { LogLevel, WebClient } from "@slack/web-api";

const [slackApiUrl, botToken, appToken, personToken] = process.argv.slice(2);
const quiet = { logLevel: LogLevel.ERROR };
const bot = new WebClient(botToken, { slackApiUrl, ...quiet });
const person = new WebClient(personToken, { slackApiUrl, ...quiet });
const socket = new SocketModeClient({ appToken, clientOptions: { slackApiUrl }, ...quiet });

const events = [];
const waiting = [];
socket.on("message", async ({ event, ack }) => {
  await ack();
  events.push(event);
  waiting.splice(0).forEach((look) => look());
});

async function eventOf(matches) {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const found = events.find(matches);
    if (found) return found;
    if (Date.now() > deadline) throw new Error("no such event among " + JSON.stringify(events));
    await new Promise((look) => {
      waiting.push(look);
      setTimeout(look, 200);
    });
  }
}

function expect(isTrue, message) {
  if (!isTrue) throw new Error(message);
}

async function step(name, work) {
  try {
    const result = await work();
    console.log("ok " + name);
    return result;
  } catch (failure) {
    console.log("failed " + name + ": " + (failure.stack ?? failure));
    process.exit(1);
  }
}

const self = await step("auth.test", async () => {
  const answer = await bot.auth.test();
  expect(answer.user_id && answer.bot_id && answer.team_id, "ids are missing");
  expect(answer.response_metadata.scopes.includes("chat:write"), "scopes are missing");
  return answer;
});

const channel = await step("conversations.create", async () => {
  const made = await bot.conversations.create({ name: "parley-proof" });
  await person.conversations.join({ channel: made.channel.id });
  return made.channel.id;
});

await step("socket", () => socket.start());

const metadata = { event_type: "dev_parley_message", event_payload: { agent: "alice" } };
const sent = await step("chat.postMessage", async () => {
  const answer = await bot.chat.postMessage({ channel, text: "*alice:* a &lt;b&gt;", metadata });
  expect(/^\d+\.\d{6}$/.test(answer.ts), "the ts has another form");
  return answer.ts;
});

await step("own event", async () => {
  const event = await eventOf((one) => one.ts === sent);
  expect(event.user === self.user_id && event.bot_id === self.bot_id, "another author");
  expect(event.metadata.event_payload.agent === "alice", "the metadata is missing");
});

const asked = await step("person's event", async () => {
  const { ts } = await person.chat.postMessage({ channel, text: "who is <@" + self.user_id + ">?" });
  const event = await eventOf((one) => one.ts === ts);
  expect(event.channel === channel && !event.bot_id, "another author");
  return event;
});

const reply = await step("reply in the thread", async () => {
  const { ts } = await bot.chat.postMessage({
    channel,
    text: "me",
    thread_ts: asked.ts,
    reply_broadcast: true,
  });
  const event = await eventOf((one) => one.ts === ts);
  expect(event.subtype === "thread_broadcast" && event.thread_ts === asked.ts, "no broadcast");
  return ts;
});

await step("conversations.history", async () => {
  const all = [];
  for await (const page of bot.paginate("conversations.history", {
    channel,
    limit: 2,
    include_all_metadata: true,
  })) {
    all.push(...page.messages);
  }
  const found = all.map((message) => message.ts);
  expect(found.indexOf(reply) < found.indexOf(asked.ts), "the newest is not first");
  expect(found.indexOf(asked.ts) < found.indexOf(sent), "the newest is not first");
  const parent = all.find((message) => message.ts === asked.ts);
  expect(parent.latest_reply === reply && parent.reply_count === 1, "no latest_reply");
  const own = all.find((message) => message.ts === sent);
  expect(own.metadata.event_payload.agent === "alice", "the metadata is missing");
});

await step("conversations.replies", async () => {
  const thread = await bot.conversations.replies({ channel, ts: asked.ts });
  expect(thread.messages.map((one) => one.ts).join() === asked.ts + "," + reply, "another thread");
});

await step("users.info", async () => {
  const { user } = await bot.users.info({ user: asked.user });
  expect(user.name === "zoe", "another name");
});

await step("conversations.list", async () => {
  const { channels } = await bot.conversations.list({ types: "public_channel" });
  expect(channels.some((one) => one.id === channel && one.is_member), "the channel is missing");
});

await step("rate limit", async () => {
  await fetch(slackApiUrl + "emulator.limit", { method: "POST" });
  const began = Date.now();
  await bot.chat.postMessage({ channel, text: "after the limit" });
  expect(Date.now() - began >= 900, "it did not wait");
});

await step("error", async () => {
  try {
    await bot.conversations.history({ channel: "C404" });
  } catch (refused) {
    expect(refused.data.error === "channel_not_found", "another error: " + refused.data.error);
    return;
  }
  throw new Error("it was not refused");
});

await step("disconnect frame", async () => {
  const connected = new Promise((done) => socket.once("connected", done));
  await fetch(slackApiUrl + "emulator.disconnect", { method: "POST" });
  await connected;
  const { ts } = await person.chat.postMessage({ channel, text: "still here?" });
  await eventOf((one) => one.ts === ts);
});

await Promise.race([socket.disconnect(), new Promise((done) => setTimeout(done, 1_000))]);
process.exit(0);
