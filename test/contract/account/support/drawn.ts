/** Draws by a seed, the same each time; another one with ACCOUNT_SEED. A failure tells which it was. */
export const SEED = Number(process.env.ACCOUNT_SEED ?? 1);

/** @returns numbers from 0 up to a limit, one after the other. */
export function draws(seed = SEED): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor(state / 65_536) % below;
	};
}

const asked = process.env.ACCOUNT_DRAWS;

/** Whether everything is tried, which takes hours. */
export const isWhole = asked === 'all';

/** How many of what is drawn are tried: some, or as many as ACCOUNT_DRAWS says. */
export const drawCount = (usual: number): number =>
	asked === undefined || isWhole ? usual : Number(asked);

/** How long so many may take, in milliseconds, on a busy machine too. */
export const timeFor = (usual: number): number =>
	isWhole ? 4 * 3_600_000 : 20_000 * Math.max(usual, drawCount(usual));
