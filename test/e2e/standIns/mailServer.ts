/** A mail server on this machine, into which n8n's own Send Email node delivers. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fetch } from 'undici';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Credential } from '../../../scripts/n8n-host/rest';
import type { Scratch } from '../../../scripts/scratch';
import { PERSON } from './person';

export interface Mail {
	readonly from: string;
	readonly to: readonly string[];
	readonly subject: string;
	readonly text: string;
	/** What its HTML links to. */
	readonly links: readonly string[];
	readonly attachments: ReadonlyArray<{
		readonly filename: string | null;
		/** `attachment` is listed as a file; `inline` belongs to the text. */
		readonly disposition: string | null;
		readonly text: string;
	}>;
}

const USER = 'sales';
const PASSWORD = randomBytes(9).toString('hex');

/** Presses a button of a mail in which n8n asks for approval. */
export async function answered(mail: Mail | undefined, approves: boolean): Promise<void> {
	const link = mail?.links.find((each) => each.includes(`approved=${approves}`));
	await fetch(link ?? '', { headers: { 'user-agent': PERSON } });
}

export class MailServer {
	/** What it took, in the order in which it came. */
	readonly mails: Mail[] = [];

	private constructor(private readonly server: SMTPServer) {}

	static async start(scratch: Scratch): Promise<MailServer> {
		const server: SMTPServer = new SMTPServer({
			disabledCommands: ['STARTTLS'],
			allowInsecureAuth: true,
			disableReverseLookup: true,
			onAuth: ({ username, password }, _session, done) => {
				if (username === USER && password === PASSWORD) done(null, { user: USER });
				else done(new Error('User or password is wrong'));
			},
			onData: (stream, _session, done) => {
				void buffer(stream)
					.then(async (raw) => mailServer.mails.push(mailOf(await PostalMime.parse(raw))))
					.then(() => done(), done);
			},
		});
		const mailServer = new MailServer(server);
		// A client that was killed breaks its connection off.
		server.on('error', () => undefined);
		const listening = server.listen(0, '127.0.0.1');
		await once(listening, 'listening');
		scratch.atEnd(async () => await mailServer.close());
		return mailServer;
	}

	/** As n8n stores it. */
	get credential(): Credential {
		const { port } = this.server.server.address() as AddressInfo;
		return {
			name: 'A mail server on this machine',
			type: 'smtp',
			data: {
				...{ user: USER, password: PASSWORD, host: '127.0.0.1', port },
				...{ secure: false, disableStartTls: true, hostName: '' },
			},
		};
	}

	/** Hands out what it took since the last time. */
	collect(): Mail[] {
		return this.mails.splice(0);
	}

	private async close(): Promise<void> {
		await new Promise<void>((done) => this.server.close(done));
	}
}

const mailOf = ({
	from,
	to = [],
	subject = '',
	text = '',
	html = '',
	attachments,
}: Email): Mail => ({
	from: from?.address ?? '',
	to: to.map(({ address }) => address ?? ''),
	subject,
	text: text.trimEnd(),
	links: [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) =>
		link.replaceAll('&amp;', '&'),
	),
	attachments: attachments.map(({ filename, disposition, content }) => ({
		...{ filename, disposition },
		text: typeof content === 'string' ? content : new TextDecoder().decode(content),
	})),
});
