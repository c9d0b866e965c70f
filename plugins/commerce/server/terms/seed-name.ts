/** Free where a person has given the name to a record of another code. */
export const freeName = (name: string, taken: ReadonlySet<string>): string => {
  let free = name;
  for (let next = 2; taken.has(free); next += 1) free = `${name} ${next}`;
  return free;
};
