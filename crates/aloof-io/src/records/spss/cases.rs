//! Cases: elements of eight bytes, as they are, or by one byte where it says all.
//!
//! # Definition
//!
//! Of packed cases eight bytes stand before up to eight elements: 1 to 251 is a number, less the bias; 252 the end; 253 an element
//! that stands as it is behind; 254 eight blanks; 255 a missing number; 0 nothing. In `.zsav` files these bytes are packed again,
//! block by block, by zlib; a list at the end says where blocks are.

use std::io::{BufReader, Read, Seek, SeekFrom, Take};

use flate2::read::ZlibDecoder;

use super::dictionary::Dictionary;
use super::{Broken, ELEMENT, Order, Records, Scan};
use crate::records::stata::Plain;
use crate::source::Reader;
use crate::stream::most_unpacked;

/// Where and how the cases are.
#[derive(Debug)]
pub(crate) struct Body {
    at: u64,
    packing: Packing,
    cases: Option<u64>,
    order: Order,
    bias: f64,
}

#[derive(Debug)]
enum Packing {
    Plain,
    Bytes,
    /// Places and lengths of blocks.
    Zlib(Vec<(u64, u64)>),
}

impl Body {
    pub(super) fn of(dictionary: &Dictionary, scan: &mut Scan) -> Result<Self, Broken> {
        let packing = match dictionary.packing {
            0 => Packing::Plain,
            1 => Packing::Bytes,
            2 => Packing::Zlib(blocks(scan)?),
            _ => return Err("its cases are packed in a way that is not known".to_owned()),
        };
        let Dictionary { at, cases, bias, .. } = *dictionary;
        Ok(Self { at, packing, cases, order: scan.order, bias })
    }

    pub(crate) fn records(&self, mut scan: Scan, width: usize) -> Result<Box<dyn Records>, Broken> {
        scan.seek(self.at)?;
        let unpack = |bytes: Box<dyn Read + Send>| Unpack {
            bytes,
            order: self.order,
            bias: self.bias,
            width,
            commands: [0; ELEMENT],
            next: ELEMENT,
            ended: false,
        };
        match &self.packing {
            Packing::Plain => {
                let there = scan.left() / width as u64;
                if self.cases.is_some_and(|cases| cases > there) {
                    return Err("it breaks off before its last case".to_owned());
                }
                Ok(Box::new(Plain { reader: scan.into_rest(), left: self.cases.unwrap_or(there), width }))
            }
            Packing::Bytes => Ok(Box::new(Counted::new(unpack(Box::new(scan.into_rest())), self.cases))),
            Packing::Zlib(blocks) => {
                let left = most_unpacked(scan.len());
                let rest = blocks.clone().into_iter();
                let reader = Blocks { from: Some(scan.into_rest()), open: None, rest, left };
                Ok(Box::new(Counted::new(unpack(Box::new(BufReader::new(reader))), self.cases)))
            }
        }
    }
}

/// The list of blocks: bias, nothing, size and number of blocks, then of each its places and lengths.
fn blocks(scan: &mut Scan) -> Result<Vec<(u64, u64)>, Broken> {
    scan.skip(8)?;
    let trailer = scan.long()?;
    scan.seek(trailer)?;
    scan.skip(20)?;
    let count = scan.word()?;
    let mut all = Vec::new();
    for _ in 0..count {
        scan.skip(8)?;
        let at = scan.long()?;
        scan.skip(4)?;
        all.push((at, scan.word()?.into()));
    }
    Ok(all)
}

/// As many cases as the file says, no more and no fewer.
struct Counted {
    unpack: Unpack,
    cases: Option<u64>,
    given: u64,
}

impl Counted {
    fn new(unpack: Unpack, cases: Option<u64>) -> Self {
        Self { unpack, cases, given: 0 }
    }
}

impl Records for Counted {
    fn next(&mut self, block: &mut Vec<u8>) -> Result<bool, String> {
        if self.cases == Some(self.given) {
            return Ok(false);
        }
        let any = self.unpack.case(block)?;
        if !any && self.cases.is_some() {
            return Err("it breaks off before its last case".to_owned());
        }
        self.given += u64::from(any);
        Ok(any)
    }
}

/// Cases out of commands.
struct Unpack {
    bytes: Box<dyn Read + Send>,
    order: Order,
    bias: f64,
    width: usize,
    commands: [u8; ELEMENT],
    next: usize,
    ended: bool,
}

impl Unpack {
    /// Adds a case; whether there was one.
    fn case(&mut self, block: &mut Vec<u8>) -> Result<bool, String> {
        let start = block.len();
        while block.len() < start + self.width {
            let Some(element) = self.element()? else {
                let begun = block.len() > start;
                block.truncate(start);
                return if begun { Err("it breaks off inside of a case".to_owned()) } else { Ok(false) };
            };
            block.extend_from_slice(&element);
        }
        Ok(true)
    }

    fn element(&mut self) -> Result<Option<[u8; ELEMENT]>, String> {
        loop {
            let Some(command) = self.command()? else { return Ok(None) };
            match command {
                0 => {}
                252 => {
                    self.ended = true;
                    return Ok(None);
                }
                253 => {
                    let mut element = [0; ELEMENT];
                    self.bytes.read_exact(&mut element).map_err(|error| match error.kind() {
                        std::io::ErrorKind::UnexpectedEof => "it breaks off inside of a case".to_owned(),
                        _ => error.to_string(),
                    })?;
                    return Ok(Some(element));
                }
                254 => return Ok(Some([b' '; ELEMENT])),
                255 => return Ok(Some(self.number(f64::MIN))),
                value => return Ok(Some(self.number(f64::from(value) - self.bias))),
            }
        }
    }

    fn number(&self, value: f64) -> [u8; ELEMENT] {
        if self.order == Order::Little { value.to_le_bytes() } else { value.to_be_bytes() }
    }

    /// The next command; `None` at the end.
    fn command(&mut self) -> Result<Option<u8>, String> {
        if self.ended {
            return Ok(None);
        }
        if self.next == ELEMENT {
            let mut filled = 0;
            while filled < ELEMENT {
                match self.bytes.read(&mut self.commands[filled..]).map_err(|error| error.to_string())? {
                    0 if filled == 0 => {
                        self.ended = true;
                        return Ok(None);
                    }
                    0 => return Err("it breaks off inside of a case".to_owned()),
                    read => filled += read,
                }
            }
            self.next = 0;
        }
        self.next += 1;
        Ok(Some(self.commands[self.next - 1]))
    }
}

/// Blocks of zlib, one behind the other as one stream.
struct Blocks {
    from: Option<BufReader<Reader>>,
    open: Option<ZlibDecoder<Take<BufReader<Reader>>>>,
    rest: std::vec::IntoIter<(u64, u64)>,
    /// So many more bytes may come: what unpacks to more is made to fill memory.
    left: u64,
}

impl Blocks {
    /// Goes on to the next block; whether there is one.
    fn turn(&mut self) -> std::io::Result<bool> {
        let reader = match self.open.take() {
            Some(done) => Some(done.into_inner().into_inner()),
            None => self.from.take(),
        };
        let (Some(mut reader), Some((at, len))) = (reader, self.rest.next()) else { return Ok(false) };
        reader.seek(SeekFrom::Start(at))?;
        self.open = Some(ZlibDecoder::new(reader.take(len)));
        Ok(true)
    }
}

impl Read for Blocks {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            if let Some(block) = &mut self.open {
                match block.read(buffer)? {
                    0 => {}
                    read => {
                        let left = self.left.checked_sub(read as u64);
                        self.left = left.ok_or_else(|| std::io::Error::other("it unpacks to more than it can hold"))?;
                        return Ok(read);
                    }
                }
            }
            if !self.turn()? {
                return Ok(0);
            }
        }
    }
}
