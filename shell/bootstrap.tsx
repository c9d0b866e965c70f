console.warn('x');
