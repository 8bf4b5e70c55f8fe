// Drives a Zulip server with the published client:
// node zulip.mjs BASE BOT_EMAIL BOT_KEY PERSON_EMAIL PERSON_KEY
import zulipInit from 'zulip-js';

const [realm, botEmail, botKey, personEmail, personKey] = process.argv.slice(2);
const CHANNEL = 'agents';
const TOPIC = 'parley-proof';
let limits = 0;

function check(operation, isRight, answer) {
  if (!isRight) {
    console.log(`failed ${operation}: ${JSON.stringify(answer)}`);
    process.exit(1);
  }
  console.log(`ok ${operation}`);
}

// The client repeats nothing by itself: it returns the error.
async function call(request) {
  for (;;) {
    const answer = await request();
    if (answer.code !== 'RATE_LIMIT_HIT') {
      return answer;
    }
    limits += 1;
    await new Promise((resolve) => setTimeout(resolve, answer['retry-after'] * 1000));
  }
}

const wrong = await zulipInit({ username: botEmail, apiKey: 'wrong', realm });
const refused = await wrong.streams.getStreamId(CHANNEL);
check('wrong key is refused', refused.code === 'INVALID_API_KEY', refused);

const bot = await zulipInit({ username: botEmail, apiKey: botKey, realm });
const me = await bot.users.me.getProfile();
check('login', me.result === 'success' && me.email === botEmail && me.is_bot, me);

const subscribed = await bot.users.me.subscriptions.add({
  subscriptions: JSON.stringify([{ name: CHANNEL }]),
});
check('subscribe', subscribed.result === 'success' && subscribed.unauthorized.length === 0, subscribed);

const channel = await bot.streams.getStreamId(CHANNEL);
check('channel id', Number.isInteger(channel.stream_id), channel);

const topics = await bot.streams.topics.retrieve({ stream_id: channel.stream_id });
check('topics', topics.result === 'success' && topics.topics.length === 0, topics);

const queue = await bot.queues.register({
  event_types: ['message'],
  narrow: JSON.stringify([['channel', CHANNEL]]),
  apply_markdown: 'false',
});
check('register', queue.result === 'success' && queue.last_event_id === -1, queue);

const sent = await call(() =>
  bot.messages.send({
    type: 'channel',
    to: channel.stream_id,
    topic: TOPIC,
    content: '**alice:** Who is here? äß漢😀 \n',
    queue_id: queue.queue_id,
    local_id: 'first',
  }),
);
check('send', sent.result === 'success' && sent.id > 0, sent);

let last = queue.last_event_id;

async function nextMessage() {
  for (;;) {
    const answer = await call(() =>
      bot.events.retrieve({ queue_id: queue.queue_id, last_event_id: last }),
    );
    if (answer.result !== 'success') {
      return answer;
    }
    for (const event of answer.events) {
      last = Math.max(last, event.id);
      if (event.type === 'message') {
        return event;
      }
    }
  }
}

const own = await nextMessage();
check(
  'event of the own message',
  own.local_message_id === 'first' &&
    own.message.id === sent.id &&
    own.message.content === '**alice:** Who is here? äß漢😀',
  own,
);

const person = await zulipInit({ username: personEmail, apiKey: personKey, realm });
const written = await call(() =>
  person.messages.send({ type: 'stream', to: CHANNEL, topic: TOPIC, content: 'I am' }),
);
const came = await nextMessage();
check(
  'event of a person',
  came.message.id === written.id &&
    came.message.content === 'I am' &&
    came.message.subject === TOPIC &&
    came.message.sender_email === personEmail,
  came,
);

const link = `#narrow/channel/${channel.stream_id}/topic/${TOPIC}/near/${written.id}`;
const reply = await call(() =>
  bot.messages.send({
    type: 'stream',
    to: channel.stream_id,
    topic: TOPIC,
    content: `**alice:** [re](${link}) Good`,
  }),
);
check('reply', reply.result === 'success' && reply.id > written.id, reply);

const narrow = [
  { operator: 'channel', operand: channel.stream_id },
  { operator: 'topic', operand: TOPIC },
];
const history = await call(() =>
  bot.messages.retrieve({
    anchor: 'newest', num_before: 100, num_after: 0, narrow: [...narrow], apply_markdown: false,
  }),
);
check(
  'history',
  history.messages?.map((one) => one.id).join() === [sent.id, written.id, reply.id].join() &&
    history.found_newest && history.found_oldest,
  history,
);

const page = await call(() =>
  bot.messages.retrieve({
    anchor: sent.id, include_anchor: false, num_before: 0, num_after: 1, narrow: [...narrow],
  }),
);
check('page after a message', page.messages?.length === 1 && page.messages[0].id === written.id && !page.found_newest, page);

const missing = await call(() => bot.messages.send({ type: 'stream', to: CHANNEL, topic: TOPIC }));
check('error of a missing parameter', missing.code === 'REQUEST_VARIABLE_MISSING' && missing.var_name === 'content', missing);

await call(() => bot.queues.deregister({ queue_id: queue.queue_id }));
const lost = await call(() => bot.events.retrieve({ queue_id: queue.queue_id, last_event_id: last }));
check('lost queue', lost.code === 'BAD_EVENT_QUEUE_ID', lost);

check('survive a rate limit', limits > 0, { limits });
