const folders = { product: 'products', part: 'parts', material: 'materials', supply: 'supplies' } as const;

export const itemPath = ({ id, type }: { id: string; type: keyof typeof folders }): string =>
  `/dashboard/${folders[type]}/${id}`;
