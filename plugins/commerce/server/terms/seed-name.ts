/** A free name for a seeded record, if people have used its name for a record with another code. */
export const freeName = (name: string, taken: ReadonlySet<string>): string => {
  let free = name;
  for (let next = 2; taken.has(free); next += 1) free = `${name} ${next}`;
  return free;
};
