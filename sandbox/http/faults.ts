import { Type, type Static } from '@sinclair/typebox';

/** A fault to inject: the next `times` matching requests fail in this way. */
export const faultSchema = Type.Object(
	{
		match: Type.Optional(
			Type.Object(
				{ method: Type.Optional(Type.String()), path: Type.Optional(Type.String()) },
				{ additionalProperties: false },
			),
		),
		times: Type.Optional(Type.Integer({ minimum: 1 })),
		status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
		body: Type.Optional(Type.Unknown()),
		headers: Type.Optional(Type.Record(Type.String(), Type.String())),
		action: Type.Optional(
			Type.Union([
				Type.Literal('reset'),
				Type.Literal('hang'),
				Type.Literal('truncate'),
				Type.Literal('garbage'),
			]),
		),
	},
	{ additionalProperties: false },
);
export type Fault = Static<typeof faultSchema>;

/** The faults that wait for a request, first come first served. */
export class Faults {
	private waiting: Array<Fault & { left: number }> = [];

	add(faults: Fault[]): void {
		this.waiting.push(...faults.map((fault) => ({ ...fault, left: fault.times ?? 1 })));
	}

	/** Takes the fault that this request is to suffer, if any. `path` is without the query. */
	take(method: string, path: string): Fault | undefined {
		const fault = this.waiting.find(
			({ match }) =>
				(match?.method === undefined || match.method.toUpperCase() === method) &&
				(match?.path === undefined || match.path === path),
		);
		if (fault && --fault.left === 0) this.waiting = this.waiting.filter((one) => one !== fault);
		return fault;
	}

	clear(): void {
		this.waiting = [];
	}
}
