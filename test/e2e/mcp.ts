/** n8n's own MCP server, through which language models build workflows (n8n from 2.36 on). */
import { fetch } from 'undici';
import type { N8nRest } from '../../scripts/n8n-host/rest';

interface Answer {
	readonly result?: { readonly content?: ReadonlyArray<{ readonly text: string }> };
	readonly error?: { readonly message: string };
}

export class Mcp {
	private constructor(
		private readonly url: string,
		private readonly key: string,
	) {}

	/** Lets language models in, as an owner does in n8n's settings. */
	static async of(rest: N8nRest): Promise<Mcp> {
		await rest.call('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
		const { apiKey } = await rest.call<{ apiKey: string }>('POST', '/mcp/api-key/rotate', {});
		const mcp = new Mcp(`${rest.url}/mcp-server/http`, apiKey);
		const clientInfo = { name: 'e2e', version: '1' };
		await mcp.send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
		return mcp;
	}

	/** What a tool answers. */
	async call(name: string, args: object): Promise<string> {
		const { result, error } = await this.send('tools/call', { name, arguments: args });
		if (error) throw new Error(`${name}: ${error.message}`);
		return (result?.content ?? []).map(({ text }) => text).join('\n');
	}

	private async send(method: string, params: object): Promise<Answer> {
		const response = await fetch(this.url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				authorization: `Bearer ${this.key}`,
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
		});
		const text = await response.text();
		// An answer comes as it is, or as the one event of a stream.
		return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Answer;
	}
}
