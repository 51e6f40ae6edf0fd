/** A chat on this machine that takes messages as Mattermost does, from n8n's own Mattermost node. */
import { randomBytes } from 'node:crypto';
import fastify from 'fastify';
import type { Credential } from '../../../scripts/n8n-host/rest';
import type { Scratch } from '../../../scripts/scratch';
import { atOnce, type Taking } from './taking';

export interface Message {
	readonly channel: string;
	readonly text: string;
}

interface Post {
	readonly channel_id: string;
	readonly message: string;
}

const TOKEN = randomBytes(13).toString('hex');

export class ChatServer {
	/** What was posted, in the order in which it came. */
	readonly messages: Message[] = [];

	private constructor(private readonly url: string) {}

	static async start(scratch: Scratch, taking: Taking = atOnce): Promise<ChatServer> {
		const app = fastify({ forceCloseConnections: true });
		app.post<{ Body: Post }>('/api/v4/posts', async ({ body, headers }, reply) => {
			if (headers.authorization !== `Bearer ${TOKEN}`) {
				return await reply.code(401).send({ message: 'Invalid or expired session.' });
			}
			const { channel_id: channel, message: text } = body;
			await taking(channel, () => chat.messages.push({ channel, text }));
			return await reply.code(201).send({ id: randomBytes(13).toString('hex'), ...body });
		});
		const chat = new ChatServer(await app.listen({ port: 0, host: '127.0.0.1' }));
		scratch.atEnd(async () => await app.close());
		return chat;
	}

	/** As n8n stores it. */
	get credential(): Credential {
		return {
			name: 'A chat on this machine',
			type: 'mattermostApi',
			data: { accessToken: TOKEN, baseUrl: this.url, allowUnauthorizedCerts: false },
		};
	}
}
