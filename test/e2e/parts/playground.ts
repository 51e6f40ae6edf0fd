import type { Part } from './part';
export const playground: Part = {
	name: 'playground',
	about: 'x',
	isBase: false,
	needs: [],
	run: async () => {},
};
