/** So many things, each by its place from 0. */
export const many = <Each>(count: number, make: (at: number) => Each): Each[] =>
	Array.from({ length: count }, (_, at) => make(at));
