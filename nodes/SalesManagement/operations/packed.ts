/** Requests that wait in bytes: as objects they would take ten times the memory, and of the heap. */
import type { IDataObject } from 'n8n-workflow';
import { inBytes, type TextInBytes } from '../texts';
import type { Parts } from './request';

const NOTHING = {};

const shared = <Each extends object>(each: Each): Each =>
	Object.keys(each).length > 0 ? each : (NOTHING as Each);

class PackedParts implements Parts {
	readonly path: Parts['path'];
	readonly query: IDataObject;
	readonly group: IDataObject;

	constructor(
		{ path, query, group }: Parts,
		private readonly json: TextInBytes,
	) {
		this.path = shared(path);
		this.query = shared(query);
		this.group = shared(group);
	}

	/** Made anew each time that somebody asks for it, as it will be sent. */
	get body(): IDataObject {
		const { bytes, from, to } = this.json;
		return JSON.parse(bytes.toString('utf8', from, to)) as IDataObject;
	}
}

/** The same parts of requests, their bodies as JSON. */
export function packed(all: readonly Parts[]): Parts[] {
	const bodies = inBytes(all.map(({ body }) => JSON.stringify(body)));
	return all.flatMap((parts, at) => {
		const body = bodies[at];
		return body ? [new PackedParts(parts, body)] : [];
	});
}
