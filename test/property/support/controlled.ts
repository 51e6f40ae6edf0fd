/** Histories in which Replay From is set, and the service is slow for a while. */
import fc from 'fast-check';
import { history, type History, type Step } from './history';

/** Stands behind the last step. */
const END: Step = { do: 'rest', ms: 0 };

const control: fc.Arbitrary<Step> = fc.oneof(
	fc.record({
		do: fc.constant('replay' as const),
		ago: fc.constantFrom(3_500, 10_000, 21_000, 70_000, 200_000, 365 * 86_400_000, undefined),
	}),
	fc.record({
		do: fc.constant('slow' as const),
		requests: fc.constantFrom(1, 1, 2, 3, 5),
		polls: fc.constantFrom(2, 2, 5, 5, 20, 100),
		every: fc.constantFrom(1_000, 5_000, 30_000),
	}),
);

/** The same, half of them with replays and slow times in between. */
export const controlled: fc.Arbitrary<History> = fc
	.tuple(
		history,
		fc.oneof(
			fc.constant([]),
			fc.array(fc.record({ at: fc.nat(45), step: control }), { minLength: 1, maxLength: 5 }),
		),
	)
	.map(([given, controls]) => ({
		...given,
		steps: [...given.steps, END].flatMap((step, index) => [
			...controls
				.filter(({ at }) => at % (given.steps.length + 1) === index)
				.map((each) => each.step),
			step,
		]),
	}));
