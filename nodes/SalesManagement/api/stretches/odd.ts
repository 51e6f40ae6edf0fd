/** A list that is not as reading in stretches needs it: it has to be read page after page. */
export class OddList extends Error {}
