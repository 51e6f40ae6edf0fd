/** What goes wrong between n8n and the service, and at the service's end. */
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxProcess } from '../sandboxProcess';
import type { Line, LineState } from './line';

interface Way {
	readonly line: Line;
	readonly service: SandboxProcess;
}

/** The shortest time that each lasts, and as much again by chance: longer than from poll to poll. */
const LASTS_MS = 6_000;
/** From the start of n8n on: some of it falls into the start, some into the end. */
const BEGINS_WITHIN_MS = 8_000;

const lineIs =
	(state: LineState) =>
	async ({ line }: Way, milliseconds: number): Promise<void> => {
		line.become(state);
		await pause(milliseconds);
		line.become('open');
	};

const KINDS = {
	serviceKilled: async ({ service }: Way, milliseconds: number) => {
		await service.kill();
		await pause(milliseconds / 2);
		await service.startAgain();
	},
	networkCut: lineIs('reset'),
	networkStill: lineIs('still'),
	networkSlow: lineIs('slow'),
} as const;
type Kind = keyof typeof KINDS;

const NAMES = Object.keys(KINDS) as Kind[];

const noneOfEach = () => Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<Kind, number>;

/** One after another, and counts them. */
export class Disturbances {
	readonly done = noneOfEach();
	/** How many connections met each kind. */
	readonly struck = noneOfEach();

	constructor(private readonly way: Way) {}

	/** What was done, and met nobody. */
	get idle(): Kind[] {
		return NAMES.filter((kind) => this.done[kind] > 0 && this.struck[kind] === 0);
	}

	/** Answers when it is over. */
	async next(index: number): Promise<void> {
		const kind = NAMES[index % NAMES.length] ?? 'networkCut';
		await pause(Math.random() * BEGINS_WITHIN_MS);
		const { line } = this.way;
		const before = line.struck;
		await KINDS[kind](this.way, LASTS_MS * (1 + Math.random()));
		this.done[kind] += 1;
		this.struck[kind] += line.struck - before;
	}
}
