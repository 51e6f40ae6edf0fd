import { dialects } from '../../../../sandbox/dialects/catalogue';

const moving = dialects.filter(({ address }) => address);

/** The dialects with other addresses, by what they are about: a service speaks at most one of each. */
export const MOVES: ReadonlyArray<readonly string[]> = [
	...new Set(moving.map(({ concerns }) => concerns)),
].map((about) => moving.filter(({ concerns }) => concerns === about).map(({ name }) => name));
