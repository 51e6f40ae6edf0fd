/**
 * A chat model on this machine that speaks OpenAI's chat completions: what it answers is a script, and
 * what it was sent is kept, so that a test knows all that a provider would get to see.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import fastify from 'fastify';
import type { Credential } from '../../../scripts/n8n-host/rest';
import type { Scratch } from '../../../scripts/scratch';

interface ChatMessage {
	readonly role: 'system' | 'user' | 'assistant' | 'tool';
	readonly content: unknown;
}

interface Asked {
	readonly messages: readonly ChatMessage[];
	readonly tools?: ReadonlyArray<{ readonly function: { readonly name: string } }>;
	readonly stream?: boolean;
}

/** One turn of the model: it calls a tool, or it answers. */
export type Turn =
	| { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
	| { readonly says: string };

/** What the model does, turn by turn; each turn may look at what the tools have answered so far. */
export type Script = ReadonlyArray<(answers: readonly string[]) => Turn>;

const KEY = `sk-${randomBytes(16).toString('hex')}`;

export class ChatModel {
	/** Everything that was sent to it, as it came. */
	readonly received: string[] = [];
	/** What its tools answered in the present conversation. */
	answers: readonly string[] = [];
	/** What it was offered, by name. */
	tools: readonly string[] = [];
	private turns: Script = [];
	private place = 0;

	private constructor(private readonly url: string) {}

	static async start(scratch: Scratch): Promise<ChatModel> {
		const app = fastify({ forceCloseConnections: true, bodyLimit: 8_000_000 });
		app.post<{ Body: Asked }>('/v1/chat/completions', async ({ body, headers }, reply) => {
			if (headers.authorization !== `Bearer ${KEY}`) {
				return await reply.code(401).send({ error: { message: 'Incorrect API key provided' } });
			}
			model.received.push(JSON.stringify(body));
			const choice = choiceOf(model.next(body));
			if (body.stream !== true) return { ...head('chat.completion'), choices: [choice] };
			const { message, ...rest } = choice;
			const delta = { ...message, tool_calls: message.tool_calls?.map(numbered) };
			const chunk = { ...head('chat.completion.chunk'), choices: [{ ...rest, delta }] };
			return await reply
				.type('text/event-stream')
				.send(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
		});
		const model = new ChatModel(await app.listen({ port: 0, host: '127.0.0.1' }));
		scratch.atEnd(async () => await app.close());
		return model;
	}

	/** As n8n stores it. */
	get credential(): Credential {
		return {
			name: 'A chat model on this machine',
			type: 'openAiApi',
			data: { apiKey: KEY, organizationId: '', url: `${this.url}/v1`, header: false },
		};
	}

	/** Begins a conversation. */
	plays(script: Script): void {
		this.turns = script;
		this.place = 0;
		this.answers = [];
		this.received.splice(0);
	}

	/** Whether it came to the end of its script. */
	get isDone(): boolean {
		return this.place === this.turns.length;
	}

	private next({ messages, tools = [] }: Asked): Turn {
		this.tools = tools.map(({ function: { name } }) => name);
		this.answers = messages.filter(({ role }) => role === 'tool').map(textOf);
		const turn = this.turns[this.place];
		this.place += 1;
		return turn?.(this.answers) ?? { says: 'The script has ended.' };
	}
}

const textOf = ({ content }: ChatMessage) =>
	typeof content === 'string' ? content : JSON.stringify(content);

const head = (object: string) => ({
	...{ id: `chatcmpl-${randomUUID()}`, object, created: 0, model: 'scripted' },
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

const numbered = <T extends object>(call: T, index: number) => ({ index, ...call });

function choiceOf(turn: Turn) {
	if ('says' in turn) {
		const message = { role: 'assistant', content: turn.says, tool_calls: undefined };
		return { index: 0, finish_reason: 'stop', message };
	}
	const call = { name: turn.tool, arguments: JSON.stringify(turn.args) };
	const calls = [{ id: `call_${randomUUID()}`, type: 'function', function: call }];
	const message = { role: 'assistant', content: null, tool_calls: calls };
	return { index: 0, finish_reason: 'tool_calls', message };
}
