// Drives the emulator of the Bot API by grammy: node telegram.mjs BASE TOKEN CHAT
import { Bot, GrammyError } from "grammy";

const [base, token, name] = process.argv.slice(2);
const bot = new Bot(token, { client: { apiRoot: base } });

const messages = [];
const waiting = [];
bot.on(["message", "channel_post"], (context) => {
  const next = waiting.shift();
  if (next) {
    next(context.msg);
  } else {
    messages.push(context.msg);
  }
});

function message() {
  if (messages.length > 0) {
    return Promise.resolve(messages.shift());
  }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no message came")), 15_000);
    waiting.push((found) => {
      clearTimeout(timer);
      resolve(found);
    });
  });
}

async function step(operation, work) {
  try {
    const result = await work();
    console.log(`ok ${operation}`);
    return result;
  } catch (failed) {
    console.log(`failed ${operation}: ${failed.stack ?? failed}`);
    process.exit(1);
  }
}

function check(isTrue, words) {
  if (!isTrue) {
    throw new Error(words);
  }
}

async function refusal(call) {
  try {
    await call();
  } catch (refused) {
    check(refused instanceof GrammyError, `another error: ${refused}`);
    return refused;
  }
  throw new Error("it was not refused");
}

await step("login", async () => {
  await bot.init();
  check(bot.botInfo.can_read_all_group_messages, "privacy mode is on");
  const hook = await bot.api.getWebhookInfo();
  check(hook.url === "", "a webhook is set");
});

const chat = await step("chat by name", async () => {
  const found = await bot.api.getChat(name);
  check(found.id < 0 && found.type === "supergroup", "no supergroup");
  check((await bot.api.getChat(found.id)).id === found.id, "another chat by its id");
  return found.id;
});

await step("rights", async () => {
  const member = await bot.api.getChatMember(chat, bot.botInfo.id);
  check(member.status === "member", `status ${member.status}`);
  check((await bot.api.getChatMemberCount(chat)) > 0, "no members");
});

let ended;
await step("backlog", async () => {
  ended = bot.start();
  const first = await message();
  check(first.text === "before the start", `text ${first.text}`);
  check(first.chat.id === chat, "another chat");
});

await step("send", async () => {
  const sent = await bot.api.sendMessage(chat, "ready", {
    entities: [{ type: "bold", offset: 0, length: 5 }],
  });
  check(sent.message_id > 0 && sent.text === "ready", "no message");
  check(sent.entities[0].type === "bold", "no entity");
  check(sent.from.id === bot.botInfo.id, "another sender");
});

const question = await step("event", async () => {
  const came = await message();
  check(came.text === "Who is there?", `text ${came.text}`);
  check(came.from.username === "zoe_miller", "another sender");
  return came;
});

await step("reply", async () => {
  const sent = await bot.api.sendMessage(chat, "I am", {
    reply_parameters: { message_id: question.message_id },
  });
  check(sent.reply_to_message.message_id === question.message_id, "no reply");
});

await step("limit", async () => {
  const came = await message();
  check(came.text === "Slow down", `text ${came.text}`);
  const limited = await refusal(() => bot.api.sendMessage(chat, "too fast"));
  check(limited.error_code === 429, `code ${limited.error_code}`);
  check(limited.parameters.retry_after === 1, "no time");
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await bot.api.sendMessage(chat, "slower");
});

await step("refusal", async () => {
  const none = await refusal(() => bot.api.sendMessage(-1009999999999, "hi"));
  check(none.error_code === 400 && none.description.includes("chat not found"), none.description);
  const long = await refusal(() => bot.api.sendMessage(chat, "x".repeat(4_097)));
  check(long.description.includes("message is too long"), long.description);
  const reply = await refusal(() =>
    bot.api.sendMessage(chat, "hi", { reply_parameters: { message_id: 987_654 } }),
  );
  check(reply.description.includes("message to be replied not found"), reply.description);
});

await step("migration", async () => {
  const moved = await refusal(() => bot.api.sendMessage(-4009999, "hi"));
  check(moved.error_code === 400, `code ${moved.error_code}`);
  check(moved.parameters.migrate_to_chat_id === -1007000000002, "no new id");
});

await step("end", async () => {
  await bot.stop();
  await ended;
});
