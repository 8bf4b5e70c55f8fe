// Drives an emulator of Discord by discord.js: node discord.mjs BASE TOKEN CHANNEL
// Asks on standard output for what a person does, and goes on at the next line of standard input.
import { createInterface } from 'node:readline';
import { Client, Events, GatewayIntentBits } from 'discord.js';

const [base, token, channelId] = process.argv.slice(2);
const LIMIT_MS = 15000;

function fail(operation, problem) {
  console.log(`failed ${operation}: ${problem?.stack ?? problem}`);
  process.exit(1);
}

async function step(operation, work) {
  const limit = setTimeout(() => fail(operation, 'no answer in time'), LIMIT_MS);
  try {
    const result = await work();
    console.log(`ok ${operation}`);
    return result;
  } catch (problem) {
    return fail(operation, problem);
  } finally {
    clearTimeout(limit);
  }
}

function check(isTrue, words) {
  if (!isTrue) {
    throw new Error(words);
  }
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function ask(wish) {
  console.log(`wants ${wish}`);
  await lines.next();
}

const client = new Client({
  rest: { api: `${base}/api`, timeout: 5000 },
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
});
client.on(Events.Error, (problem) => fail('client', problem));

function nextMessage(test) {
  return new Promise((resolve) => {
    const listener = (message) => {
      if (test(message)) {
        client.off(Events.MessageCreate, listener);
        resolve(message);
      }
    };
    client.on(Events.MessageCreate, listener);
  });
}

function nextEvent(name) {
  return new Promise((resolve) => client.once(name, resolve));
}

await step('login', async () => {
  const ready = nextEvent(Events.ClientReady);
  await client.login(token);
  await ready;
  check(client.user.username === 'parley', 'the user of READY');
  check(client.guilds.cache.size === 1, 'the guild of GUILD_CREATE');
});

const channel = await step('channel', async () => {
  const found = await client.channels.fetch(channelId, { force: true });
  check(found.name === 'parley-planning' && found.isTextBased(), 'the channel');
  const me = await found.guild.members.fetchMe({ force: true });
  check(found.permissionsFor(me).has(['ViewChannel', 'SendMessages', 'ReadMessageHistory']), 'rights');
  return found;
});

await step('history', async () => {
  const newest = await channel.messages.fetch({ limit: 2 });
  check([...newest.values()].map((one) => one.content).join() === 'third,second', 'newest first');
  const oldest = [...(await channel.messages.fetch({ limit: 1, after: '0' })).values()];
  check(oldest[0].content === 'first', 'the page that follows the cursor');
  const next = await channel.messages.fetch({ limit: 100, after: oldest[0].id });
  check([...next.values()].map((one) => one.content).join() === 'third,second', 'the next page');
  const before = await channel.messages.fetch({ limit: 100, before: oldest[0].id });
  check(before.size === 0, 'nothing before the first');
});

await step('send', async () => {
  const echo = nextMessage((message) => message.author.id === client.user.id);
  const options = { content: 'hello @everyone ', nonce: 'n1', enforceNonce: true };
  const sent = await channel.send({ ...options, allowedMentions: { parse: [] } });
  check(sent.content === 'hello @everyone', 'trimmed');
  check(!sent.mentions.everyone, 'nobody is called');
  const echoed = await echo;
  check(echoed.id === sent.id && echoed.nonce === 'n1', 'the event of the own message');
  const again = await channel.send({ ...options, allowedMentions: { parse: [] } });
  check(again.id === sent.id, 'one message for one nonce');
});

const said = await step('event', async () => {
  const coming = nextMessage((message) => message.author.username === 'zoe');
  await ask('person');
  const message = await coming;
  check(message.content === 'I am here', 'the text');
  check(message.author.globalName === 'zoe' && !message.author.bot, 'the author');
  return message;
});

await step('reply', async () => {
  const answer = await said.reply({ content: 'welcome', allowedMentions: { repliedUser: false } });
  check(answer.type === 19 && answer.reference.messageId === said.id, 'the reference');
});

await step('refusals', async () => {
  const code = (content) => channel.send({ content }).then(() => 0, (problem) => problem.code);
  check((await code('x'.repeat(2001))) === 50035, 'too long');
  check((await code(' \n ')) === 50006, 'empty');
  const unknown = await client.channels.fetch('1').then(() => 0, (problem) => problem.code);
  check(unknown === 10003, 'unknown channel');
});

await step('rate limit', async () => {
  await ask('limit');
  const sent = await channel.send('after the limit');
  check(sent.content === 'after the limit', 'sent after the wait');
});

await step('resume', async () => {
  const resumed = nextEvent(Events.ShardResume);
  const coming = nextMessage((message) => message.content === 'meanwhile');
  await ask('cut');
  await resumed;
  await coming;
});

await step('logout', () => client.destroy());
process.exit(0);
